-- Written by store-write.test.ts from store-write.ts. To be read in reviews; nothing runs this file.

with
  o as (
  insert into orders (merchant_id, batch, at, id, day, game_id, period_id, kind, taker, bettor, m, g, a, holder, play,
      item, pankou, pay_kind, odds, odds_tiers, pay_cap, pay_top, stake, s_h, s_m, s_g, s_a, r_m, r_g, r_a, r_b, lu_m,
      lu_g, lu_a, lu_b, ps_m, ps_g, ps_a, hc_h, hc_m, hc_g, hc_a, balance_after, bet_no, cause)
  select $1::integer, $2::bigint, $3::bigint, t.id, t.day, t.game_id, t.period_id, t.kind, t.taker, t.bettor, t.m, t.g,
      t.a, t.holder, t.play, t.item, t.pankou, t.pay_kind, t.odds, t.odds_tiers::bigint[], t.pay_cap, t.pay_top,
      t.stake, t.s_h, t.s_m, t.s_g, t.s_a, t.r_m, t.r_g, t.r_a, t.r_b, t.lu_m, t.lu_g, t.lu_a, t.lu_b, t.ps_m, t.ps_g,
      t.ps_a, t.hc_h, t.hc_m, t.hc_g, t.hc_a, t.balance_after, t.bet_no, t.cause
    from unnest($4::bigint[], $5::date[], $6::smallint[], $7::integer[], $8::smallint[], $9::smallint[], $10::integer[],
        $11::integer[], $12::integer[], $13::integer[], $14::integer[], $15::text[], $16::text[], $17::text[],
        $18::smallint[], $19::bigint[], $20::text[], $21::bigint[], $22::bigint[], $23::bigint[], $24::smallint[],
        $25::smallint[], $26::smallint[], $27::smallint[], $28::integer[], $29::integer[], $30::integer[],
        $31::integer[], $32::bigint[], $33::bigint[], $34::bigint[], $35::bigint[], $36::bigint[], $37::bigint[],
        $38::bigint[], $39::bigint[], $40::bigint[], $41::bigint[], $42::bigint[], $43::bigint[], $44::text[],
        $45::bigint[]) as t (id, day, game_id, period_id, kind, taker, bettor, m, g, a, holder, play, item, pankou,
        pay_kind, odds, odds_tiers, pay_cap, pay_top, stake, s_h, s_m, s_g, s_a, r_m, r_g, r_a, r_b, lu_m, lu_g, lu_a,
        lu_b, ps_m, ps_g, ps_a, hc_h, hc_m, hc_g, hc_a, balance_after, bet_no, cause)),
  k as (
  insert into order_keys (merchant_id, bet_no, content_hash, order_id, day)
  select $1::integer, t.bet_no, t.content_hash, t.order_id, t.day
    from unnest($46::text[], $47::text[], $48::bigint[], $49::date[]) as t (bet_no, content_hash, order_id, day)),
  w as (
  insert into wallets (merchant_id, path_id, fund_mode, balance, open_stake)
  select $1::integer, t.path_id, 'credit', -t.stake, t.stake
    from unnest($50::integer[], $51::bigint[]) as t (path_id, stake)
  on conflict (merchant_id, path_id) do update
     set balance = wallets.balance + excluded.balance, open_stake = wallets.open_stake + excluded.open_stake),
  e as (
  insert into exposures (merchant_id, changed, period_id, path_id, play, item, pankou, bet_count, bet_amount, held,
      in_amount, out_amount, through, pending, if_lose, if_win, held_if_lose, held_if_win, pay_win, own_commission)
  select $1::integer, $2::bigint, t.period_id, t.path_id, t.play, t.item, t.pankou, t.bet_count, t.bet_amount, t.held,
      t.in_amount, t.out_amount, t.through, t.pending, t.if_lose, t.if_win, t.held_if_lose, t.held_if_win, t.pay_win,
      t.own_commission
    from unnest($52::integer[], $53::integer[], $54::text[], $55::text[], $56::text[], $57::integer[], $58::bigint[],
        $59::bigint[], $60::bigint[], $61::bigint[], $62::bigint[], $63::bigint[], $64::bigint[], $65::bigint[],
        $66::bigint[], $67::bigint[], $68::bigint[], $69::bigint[]) as t (period_id, path_id, play, item, pankou,
        bet_count, bet_amount, held, in_amount, out_amount, through, pending, if_lose, if_win, held_if_lose,
        held_if_win, pay_win, own_commission)
   order by t.period_id, t.path_id, t.play, t.item, t.pankou
  on conflict (merchant_id, period_id, path_id, play, item, pankou) do update
     set changed = greatest(exposures.changed + 1, excluded.changed),
         bet_count = exposures.bet_count + excluded.bet_count, bet_amount = exposures.bet_amount + excluded.bet_amount,
         held = exposures.held + excluded.held, in_amount = exposures.in_amount + excluded.in_amount,
         out_amount = exposures.out_amount + excluded.out_amount, through = exposures.through + excluded.through,
         pending = exposures.pending + excluded.pending, if_lose = exposures.if_lose + excluded.if_lose,
         if_win = exposures.if_win + excluded.if_win, held_if_lose = exposures.held_if_lose + excluded.held_if_lose,
         held_if_win = exposures.held_if_win + excluded.held_if_win, pay_win = exposures.pay_win + excluded.pay_win,
         own_commission = exposures.own_commission + excluded.own_commission)
  select;
