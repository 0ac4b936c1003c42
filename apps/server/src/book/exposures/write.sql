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
    from (select unnest($4::bigint[]) as id, unnest($5::date[]) as day, unnest($6::smallint[]) as game_id,
        unnest($7::integer[]) as period_id, unnest($8::smallint[]) as kind, unnest($9::smallint[]) as taker,
        unnest($10::integer[]) as bettor, unnest($11::integer[]) as m, unnest($12::integer[]) as g,
        unnest($13::integer[]) as a, unnest($14::integer[]) as holder, unnest($15::text[]) as play,
        unnest($16::text[]) as item, unnest($17::text[]) as pankou, unnest($18::smallint[]) as pay_kind,
        unnest($19::bigint[]) as odds, unnest($20::text[]) as odds_tiers, unnest($21::bigint[]) as pay_cap,
        unnest($22::bigint[]) as pay_top, unnest($23::bigint[]) as stake, unnest($24::smallint[]) as s_h,
        unnest($25::smallint[]) as s_m, unnest($26::smallint[]) as s_g, unnest($27::smallint[]) as s_a,
        unnest($28::integer[]) as r_m, unnest($29::integer[]) as r_g, unnest($30::integer[]) as r_a,
        unnest($31::integer[]) as r_b, unnest($32::bigint[]) as lu_m, unnest($33::bigint[]) as lu_g,
        unnest($34::bigint[]) as lu_a, unnest($35::bigint[]) as lu_b, unnest($36::bigint[]) as ps_m,
        unnest($37::bigint[]) as ps_g, unnest($38::bigint[]) as ps_a, unnest($39::bigint[]) as hc_h,
        unnest($40::bigint[]) as hc_m, unnest($41::bigint[]) as hc_g, unnest($42::bigint[]) as hc_a,
        unnest($43::bigint[]) as balance_after, unnest($44::text[]) as bet_no, unnest($45::bigint[]) as cause) t),
  k as (
  insert into order_keys (merchant_id, bet_no, content_hash, order_id, day)
  select $1::integer, t.bet_no, t.content_hash, t.order_id, t.day from (select unnest($46::text[]) as bet_no,
      unnest($47::text[]) as content_hash, unnest($48::bigint[]) as order_id, unnest($49::date[]) as day) t),
  w as (
  insert into wallets (merchant_id, path_id, fund_mode, balance, open_stake)
  select $1::integer, t.path_id, 'credit', -t.stake, t.stake from (select unnest($50::integer[]) as path_id,
      unnest($51::bigint[]) as stake) t
  on conflict (merchant_id, path_id) do update
     set balance = wallets.balance + excluded.balance, open_stake = wallets.open_stake + excluded.open_stake),
  e as (
  insert into exposures (merchant_id, changed, period_id, path_id, play, item, pankou, bet_count, bet_amount, held,
      in_amount, out_amount, through, pending, if_lose, if_win, held_if_lose, held_if_win, pay_win, own_commission)
  select $1::integer, $2::bigint, t.period_id, t.path_id, t.play, t.item, t.pankou, t.bet_count, t.bet_amount, t.held,
      t.in_amount, t.out_amount, t.through, t.pending, t.if_lose, t.if_win, t.held_if_lose, t.held_if_win, t.pay_win,
      t.own_commission
    from (select unnest($52::integer[]) as period_id, unnest($53::integer[]) as path_id, unnest($54::text[]) as play,
        unnest($55::text[]) as item, unnest($56::text[]) as pankou, unnest($57::integer[]) as bet_count,
        unnest($58::bigint[]) as bet_amount, unnest($59::bigint[]) as held, unnest($60::bigint[]) as in_amount,
        unnest($61::bigint[]) as out_amount, unnest($62::bigint[]) as through, unnest($63::bigint[]) as pending,
        unnest($64::bigint[]) as if_lose, unnest($65::bigint[]) as if_win, unnest($66::bigint[]) as held_if_lose,
        unnest($67::bigint[]) as held_if_win, unnest($68::bigint[]) as pay_win,
        unnest($69::bigint[]) as own_commission) t
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
