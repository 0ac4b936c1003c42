-- Written by store-statements.test.ts from store-statements.ts. To be read in reviews; nothing runs this file.

-- SETTLE: first settlement. $4 result version, $5 unused (0), $6 game, $7 revision
with
lost as materialized (
  select grouping(o.bettor) as level, o.bettor,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, o.play, o.pankou, o.kind,
      coalesce(o.taker, 9)::smallint as taker,
         count(*)::bigint as orders, strata_sum(o.stake)::bigint as stake, strata_sum(o.stake)::bigint as valid,
             0::bigint as payout, strata_sum(o.lu_m)::bigint as u_m, strata_sum(o.lu_g)::bigint as u_g,
             strata_sum(o.lu_a)::bigint as u_a, strata_sum(o.lu_b)::bigint as u_b, strata_sum(o.ps_m)::bigint as pv_m,
             strata_sum(o.ps_g)::bigint as pv_g, strata_sum(o.ps_a)::bigint as pv_a, strata_sum(o.ps_m)::bigint as pw_m,
             strata_sum(o.ps_g)::bigint as pw_g, strata_sum(o.ps_a)::bigint as pw_a,
             strata_sum(o.stake)::bigint as pw_b, strata_sum(o.hc_h)::bigint as hc_h,
             strata_sum(o.hc_m)::bigint as hc_m, strata_sum(o.hc_g)::bigint as hc_g, strata_sum(o.hc_a)::bigint as hc_a,
             o.s_h as smin_h, o.s_m as smin_m, o.s_g as smin_g, o.s_a as smin_a, o.s_h as smax_h, o.s_m as smax_m,
             o.s_g as smax_g, o.s_a as smax_a
    from orders o where o.merchant_id = $1::integer and o.period_id = $2::integer and o.day = $3::date
        and not (o.kind = 2 and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = $1::integer and u.period_id = $2::integer and u.state not in ('confirmed', 'corrected')))
          and true
   group by grouping sets ((o.bettor, o.kind, o.taker, o.s_h, o.s_m, o.s_g, o.s_a),
       (seat, o.play, o.pankou, o.kind, o.taker))),
won as materialized (
  select d.id, d.result, d.tier, d.payout, d.bettor, d.seat, d.play, d.pankou, d.kind,
      coalesce(d.taker, 9)::smallint as taker, (case when d.result = 2 then -d.stake end)::bigint as valid,
      (d.f_m - d.lu_m)::bigint as u_m, (d.f_g - d.lu_g)::bigint as u_g, (d.f_a - d.lu_a)::bigint as u_a,
      (d.f_b - d.lu_b)::bigint as u_b, (case when d.result = 2 then -d.ps_m end)::bigint as pv_m,
      (case when d.result = 2 then -d.ps_g end)::bigint as pv_g,
      (case when d.result = 2 then -d.ps_a end)::bigint as pv_a, (d.w_m - d.ps_m)::bigint as pw_m,
      (d.w_g - d.ps_g)::bigint as pw_g, (d.w_a - d.ps_a)::bigint as pw_a,
      (case when d.result = 2 then -d.hc_h end)::bigint as hc_h,
      (case when d.result = 2 then -d.hc_m end)::bigint as hc_m,
      (case when d.result = 2 then -d.hc_g end)::bigint as hc_g,
      (case when d.result = 2 then -d.hc_a end)::bigint as hc_a
    from (
  select w.*, case when w.result = 2 then 0 when w.n_m is null then strata_flow(w.s_h, w.stake, w.payout, w.r_m, 1)
            else (abs(w.n_m) + 499999999 + (abs(w.n_m) / 1000000000 & 1)) / 1000000000 * case when w.n_m < 0 then -1
                else 1 end end as f_m, case when w.result = 2 then 0
                when w.n_g is null then strata_flow((w.s_h + w.s_m), w.stake, w.payout, w.r_g, 1)
            else (abs(w.n_g) + 499999999 + (abs(w.n_g) / 1000000000 & 1)) / 1000000000 * case when w.n_g < 0 then -1
                else 1 end end as f_g, case when w.result = 2 then 0
                when w.n_a is null then strata_flow((w.s_h + w.s_m + w.s_g), w.stake, w.payout, w.r_a, 1)
            else (abs(w.n_a) + 499999999 + (abs(w.n_a) / 1000000000 & 1)) / 1000000000 * case when w.n_a < 0 then -1
                else 1 end end as f_a,
                case when w.result = 2 then 0 when w.n_b is null then strata_flow(10000, w.stake, w.payout, w.r_b, 1)
            else (abs(w.n_b) + 499999999 + (abs(w.n_b) / 1000000000 & 1)) / 1000000000 * case when w.n_b < 0 then -1
                else 1 end end as f_b,
                case when w.result = 2 then 0 when w.i_m is null then strata_part(w.s_h, w.stake - w.payout)
            else (abs(w.i_m) + 4999 + (abs(w.i_m) / 10000 & 1)) / 10000 * case when w.i_m < 0 then -1
                else 1 end end as w_m,
                case when w.result = 2 then 0 when w.i_g is null then strata_part((w.s_h + w.s_m), w.stake - w.payout)
            else (abs(w.i_g) + 4999 + (abs(w.i_g) / 10000 & 1)) / 10000 * case when w.i_g < 0 then -1
                else 1 end end as w_g, case when w.result = 2 then 0
                when w.i_a is null then strata_part((w.s_h + w.s_m + w.s_g), w.stake - w.payout)
            else (abs(w.i_a) + 4999 + (abs(w.i_a) / 10000 & 1)) / 10000 * case when w.i_a < 0 then -1
                else 1 end end as w_a from (select w.*, case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * ((w.stake - w.payout) * 100000 - w.r_m * w.stake) end as n_m,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * ((w.stake - w.payout) * 100000 - w.r_g * w.stake) end as n_g,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * ((w.stake - w.payout) * 100000 - w.r_a * w.stake) end as n_a,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then 10000::bigint * ((w.stake - w.payout) * 100000 - w.r_b * w.stake) end as n_b,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * (w.stake - w.payout) end as i_m, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * (w.stake - w.payout) end as i_g, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * (w.stake - w.payout) end as i_a from (
  select o.id, o.bettor, o.play, o.pankou, o.kind, o.taker, o.stake, o.s_h, o.s_m, o.s_g, o.s_a, o.r_m, o.r_g, o.r_a,
      o.r_b, o.lu_m, o.lu_g, o.lu_a, o.lu_b, o.ps_m, o.ps_g, o.ps_a, o.hc_h, o.hc_m, o.hc_g, o.hc_a,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, c.result, c.tier,
         strata_payout(o.pay_kind, o.stake, o.odds, o.odds_tiers, o.pay_cap, c.result, c.tier, c.hits,
             c.pushed) as payout
    from (select * from outcomes c where c.merchant_id = $1::integer and c.period_id = $2::integer
        and c.version = $4::integer) c
    join orders o on o.merchant_id = $1::integer and o.period_id = $2::integer and o.day = $3::date and not (o.kind = 2
        and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = $1::integer and u.period_id = $2::integer and u.state not in ('confirmed', 'corrected')))
          and o.play = c.play and o.item = c.item
   where c.result <> 0
     and o.id not in (select x.order_id from voids x where x.merchant_id = $1::integer and x.period_id = $2::integer)
  union all
  select o.id, o.bettor, o.play, o.pankou, o.kind, o.taker, o.stake, o.s_h, o.s_m, o.s_g, o.s_a, o.r_m, o.r_g, o.r_a,
      o.r_b, o.lu_m, o.lu_g, o.lu_a, o.lu_b, o.ps_m, o.ps_g, o.ps_a, o.hc_h, o.hc_m, o.hc_g, o.hc_a,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, 2::smallint, 0::smallint, o.stake
    from voids x
    join orders o on o.merchant_id = $1::integer and o.period_id = $2::integer and o.day = $3::date and not (o.kind = 2
        and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = $1::integer and u.period_id = $2::integer and u.state not in ('confirmed', 'corrected')))
          and o.id = x.order_id
   where x.merchant_id = $1::integer and x.period_id = $2::integer) w offset '0') w) d),
payouts_written as (
  insert into payouts (merchant_id, period_id, version, order_id, result, tier, amount)
  select $1::integer, $2::integer, $4::integer, w.id, w.result, w.tier, w.payout from won w order by w.id),
moved as not materialized (select * from won),
shifted as materialized (
  select grouping(w.bettor) as level, w.bettor, w.seat, w.play, w.pankou, w.kind, w.taker, 0::bigint as orders,
      0::bigint as stake, strata_sum(w.valid) as valid, strata_sum(w.payout) as payout, strata_sum(w.u_m) as u_m,
      strata_sum(w.u_g) as u_g, strata_sum(w.u_a) as u_a, strata_sum(w.u_b) as u_b, strata_sum(w.pv_m) as pv_m,
      strata_sum(w.pv_g) as pv_g, strata_sum(w.pv_a) as pv_a, strata_sum(w.pw_m) as pw_m, strata_sum(w.pw_g) as pw_g,
      strata_sum(w.pw_a) as pw_a, -strata_sum(w.payout) as pw_b, strata_sum(w.hc_h) as hc_h, strata_sum(w.hc_m) as hc_m,
      strata_sum(w.hc_g) as hc_g, strata_sum(w.hc_a) as hc_a
    from moved w
   group by grouping sets ((w.bettor, w.kind, w.taker), (w.seat, w.play, w.pankou, w.kind, w.taker))),
by_bettor as materialized (
  select b.*, coalesce(p.parent_id, 0) as parent_id, p.chain_m as m, p.chain_g as g, p.chain_a as a,
         case when b.kind = 0 then null else b.bettor end as own
    from (select l.bettor, l.kind, l.taker, strata_sum(l.orders) as orders, strata_sum(l.stake) as stake,
        strata_sum(l.valid) as valid, strata_sum(l.payout) as payout, strata_sum(l.u_m) as u_m,
        strata_sum(l.u_g) as u_g, strata_sum(l.u_a) as u_a, strata_sum(l.u_b) as u_b, strata_sum(l.pv_m) as pv_m,
        strata_sum(l.pv_g) as pv_g, strata_sum(l.pv_a) as pv_a, strata_sum(l.pw_m) as pw_m, strata_sum(l.pw_g) as pw_g,
        strata_sum(l.pw_a) as pw_a, strata_sum(l.pw_b) as pw_b, strata_sum(l.hc_h) as hc_h, strata_sum(l.hc_m) as hc_m,
        strata_sum(l.hc_g) as hc_g, strata_sum(l.hc_a) as hc_a, min(l.smin_h) as smin_h, min(l.smin_m) as smin_m,
        min(l.smin_g) as smin_g, min(l.smin_a) as smin_a, max(l.smax_h) as smax_h, max(l.smax_m) as smax_m,
        max(l.smax_g) as smax_g, max(l.smax_a) as smax_a
            from (select bettor, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m,
                pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a, smin_h, smin_m, smin_g, smin_a, smax_h, smax_m, smax_g,
                smax_a from lost where level = 0 union all
   select bettor, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a,
       pw_b, hc_h, hc_m, hc_g, hc_a, 32767::smallint as smin_h, 32767::smallint as smin_m, 32767::smallint as smin_g,
       32767::smallint as smin_a, -1::smallint as smax_h, -1::smallint as smax_m, -1::smallint as smax_g,
       -1::smallint as smax_a from shifted where level = 0) l
           group by l.bettor, l.kind, l.taker) b
    left join paths p on p.merchant_id = $1::integer and p.id = b.bettor),
by_seat as materialized (
  select c.*, p.chain_m as m, p.chain_g as g, p.chain_a as a, case when c.kind = 0 then null else c.seat end as own
    from (select l.seat, l.play, l.pankou, l.kind, l.taker, strata_sum(l.orders) as orders,
        strata_sum(l.stake) as stake, strata_sum(l.valid) as valid, strata_sum(l.payout) as payout,
        strata_sum(l.u_m) as u_m, strata_sum(l.u_g) as u_g, strata_sum(l.u_a) as u_a, strata_sum(l.u_b) as u_b,
        strata_sum(l.pv_m) as pv_m, strata_sum(l.pv_g) as pv_g, strata_sum(l.pv_a) as pv_a, strata_sum(l.pw_m) as pw_m,
        strata_sum(l.pw_g) as pw_g, strata_sum(l.pw_a) as pw_a, strata_sum(l.pw_b) as pw_b, strata_sum(l.hc_h) as hc_h,
        strata_sum(l.hc_m) as hc_m, strata_sum(l.hc_g) as hc_g, strata_sum(l.hc_a) as hc_a
            from (select seat, play, pankou, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g,
                pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a from lost where level = 1 union all
   select seat, play, pankou, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m,
       pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a from shifted where level = 1) l
           group by l.seat, l.play, l.pankou, l.kind, l.taker) c
    left join paths p on p.merchant_id = $1::integer and p.id = c.seat),
paths_written as (
  insert into rollup_paths (merchant_id, day, game_id, path_id, as_bettor, kind, taker, parent_id, orders, stake, valid,
      payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a, smin_h, smin_m,
      smin_g, smin_a, smax_h, smax_m, smax_g, smax_a)
  select $1::integer, $3::date, $6::smallint, r.path_id, r.as_bettor, r.kind, r.taker, r.parent_id, r.orders, r.stake,
      r.valid, r.payout, r.u_m, r.u_g, r.u_a, r.u_b, r.pv_m, r.pv_g, r.pv_a, r.pw_m, r.pw_g, r.pw_a, r.pw_b, r.hc_h,
      r.hc_m, r.hc_g, r.hc_a, r.smin_h, r.smin_m, r.smin_g, r.smin_a, r.smax_h, r.smax_m, r.smax_g, r.smax_a
    from (select b.bettor as path_id, true as as_bettor, b.kind, b.taker, b.parent_id,
                 b.orders, b.stake, b.valid, b.payout, b.u_m, b.u_g, b.u_a, b.u_b, b.pv_m, b.pv_g, b.pv_a, b.pw_m,
                     b.pw_g, b.pw_a, b.pw_b, b.hc_h, b.hc_m, b.hc_g, b.hc_a, b.smin_h, b.smin_m, b.smin_g, b.smin_a,
                     b.smax_h, b.smax_m, b.smax_g, b.smax_a
            from by_bettor b
          union all
          select n.path_id, false, c.kind, c.taker, n.parent_id, strata_sum(c.orders) as orders,
              strata_sum(c.stake) as stake, strata_sum(c.valid) as valid, strata_sum(c.payout) as payout,
              strata_sum(c.u_m) as u_m, strata_sum(c.u_g) as u_g, strata_sum(c.u_a) as u_a, strata_sum(c.u_b) as u_b,
              strata_sum(c.pv_m) as pv_m, strata_sum(c.pv_g) as pv_g, strata_sum(c.pv_a) as pv_a,
              strata_sum(c.pw_m) as pw_m, strata_sum(c.pw_g) as pw_g, strata_sum(c.pw_a) as pw_a,
              strata_sum(c.pw_b) as pw_b, strata_sum(c.hc_h) as hc_h, strata_sum(c.hc_m) as hc_m,
              strata_sum(c.hc_g) as hc_g, strata_sum(c.hc_a) as hc_a, min(c.smin_h) as smin_h, min(c.smin_m) as smin_m,
              min(c.smin_g) as smin_g, min(c.smin_a) as smin_a, max(c.smax_h) as smax_h, max(c.smax_m) as smax_m,
              max(c.smax_g) as smax_g, max(c.smax_a) as smax_a
            from by_bettor c cross join lateral (values (0, 1, 0), (1, c.m, 1), (2, c.g, c.m),
                (3, c.a, coalesce(c.g, c.m)))
   as n (role, path_id, parent_id)
           where n.path_id is not null and n.role > 0
             and (c.kind = 0 or (c.kind = 1 and n.role > c.taker and n.path_id <> c.own))
           group by n.path_id, c.kind, c.taker, n.parent_id) r
   order by r.path_id, r.as_bettor, r.kind, r.taker
  on conflict (merchant_id, path_id, day, game_id, as_bettor, kind, taker) do update set
    orders = rollup_paths.orders + excluded.orders, stake = rollup_paths.stake + excluded.stake,
        valid = rollup_paths.valid + excluded.valid, payout = rollup_paths.payout + excluded.payout,
        u_m = rollup_paths.u_m + excluded.u_m, u_g = rollup_paths.u_g + excluded.u_g,
        u_a = rollup_paths.u_a + excluded.u_a, u_b = rollup_paths.u_b + excluded.u_b,
        pv_m = rollup_paths.pv_m + excluded.pv_m, pv_g = rollup_paths.pv_g + excluded.pv_g,
        pv_a = rollup_paths.pv_a + excluded.pv_a, pw_m = rollup_paths.pw_m + excluded.pw_m,
        pw_g = rollup_paths.pw_g + excluded.pw_g, pw_a = rollup_paths.pw_a + excluded.pw_a,
        pw_b = rollup_paths.pw_b + excluded.pw_b, hc_h = rollup_paths.hc_h + excluded.hc_h,
        hc_m = rollup_paths.hc_m + excluded.hc_m, hc_g = rollup_paths.hc_g + excluded.hc_g,
        hc_a = rollup_paths.hc_a + excluded.hc_a,
    smin_h = least(rollup_paths.smin_h, excluded.smin_h), smax_h = greatest(rollup_paths.smax_h, excluded.smax_h),
        smin_m = least(rollup_paths.smin_m, excluded.smin_m), smax_m = greatest(rollup_paths.smax_m, excluded.smax_m),
        smin_g = least(rollup_paths.smin_g, excluded.smin_g), smax_g = greatest(rollup_paths.smax_g, excluded.smax_g),
        smin_a = least(rollup_paths.smin_a, excluded.smin_a), smax_a = greatest(rollup_paths.smax_a, excluded.smax_a)),
plays_written as (
  insert into rollup_plays (merchant_id, day, game_id, play, pankou, path_id, own, kind, taker, orders, stake, valid,
      payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a)
  select $1::integer, $3::date, $6::smallint, c.play, c.pankou, n.path_id, n.own, c.kind, c.taker,
      strata_sum(c.orders) as orders, strata_sum(c.stake) as stake, strata_sum(c.valid) as valid,
      strata_sum(c.payout) as payout, strata_sum(c.u_m) as u_m, strata_sum(c.u_g) as u_g, strata_sum(c.u_a) as u_a,
      strata_sum(c.u_b) as u_b, strata_sum(c.pv_m) as pv_m, strata_sum(c.pv_g) as pv_g, strata_sum(c.pv_a) as pv_a,
      strata_sum(c.pw_m) as pw_m, strata_sum(c.pw_g) as pw_g, strata_sum(c.pw_a) as pw_a, strata_sum(c.pw_b) as pw_b,
      strata_sum(c.hc_h) as hc_h, strata_sum(c.hc_m) as hc_m, strata_sum(c.hc_g) as hc_g, strata_sum(c.hc_a) as hc_a
    from by_seat c
   cross join lateral (
         select n.path_id, false as own from (values (0, 1, 0), (1, c.m, 1), (2, c.g, c.m),
             (3, c.a, coalesce(c.g, c.m)))
   as n (role, path_id, parent_id)
          where n.path_id is not null
            and (c.kind = 0 or (c.kind = 1 and n.role >= c.taker and n.path_id <> c.own))
         union all
         select c.own, true where c.kind <> 0) n
   group by n.path_id, n.own, c.play, c.pankou, c.kind, c.taker
   order by n.path_id, c.play, c.pankou, n.own, c.kind, c.taker
  on conflict (merchant_id, path_id, day, game_id, play, pankou, own, kind, taker) do update set
    orders = rollup_plays.orders + excluded.orders, stake = rollup_plays.stake + excluded.stake,
        valid = rollup_plays.valid + excluded.valid, payout = rollup_plays.payout + excluded.payout,
        u_m = rollup_plays.u_m + excluded.u_m, u_g = rollup_plays.u_g + excluded.u_g,
        u_a = rollup_plays.u_a + excluded.u_a, u_b = rollup_plays.u_b + excluded.u_b,
        pv_m = rollup_plays.pv_m + excluded.pv_m, pv_g = rollup_plays.pv_g + excluded.pv_g,
        pv_a = rollup_plays.pv_a + excluded.pv_a, pw_m = rollup_plays.pw_m + excluded.pw_m,
        pw_g = rollup_plays.pw_g + excluded.pw_g, pw_a = rollup_plays.pw_a + excluded.pw_a,
        pw_b = rollup_plays.pw_b + excluded.pw_b, hc_h = rollup_plays.hc_h + excluded.hc_h,
        hc_m = rollup_plays.hc_m + excluded.hc_m, hc_g = rollup_plays.hc_g + excluded.hc_g,
        hc_a = rollup_plays.hc_a + excluded.hc_a),
postings_written as (
  insert into postings (merchant_id, period_id, version, path_id, kind, amount, stake)
  select $1::integer, $2::integer, $7::integer, b.bettor, k.kind, k.amount, k.stake
    from by_bettor b
    left join (select e.path_id, sum(e.amount)::bigint as refunded, sum(e.stake)::bigint as released
                 from postings e where e.merchant_id = $1::integer
                     and e.period_id = $2::integer group by e.path_id) e on e.path_id = b.bettor
   cross join lateral (values
          ('commission', b.stake - b.payout - b.u_b, b.stake - coalesce(e.released, 0)),
          ('payout', b.payout - (b.stake - b.valid), 0),
          ('refund', b.stake - b.valid - coalesce(e.refunded, 0), 0)) k (kind, amount, stake)
   where b.kind = 0 and (k.amount <> 0 or k.stake <> 0))
select (select count(*) from won)::integer as payouts, $5::integer as from_version;

-- CORRECT: from result version $5 to $4
with
won as materialized (
  select d.id, d.result, d.tier, d.payout, d.bettor, d.seat, d.play, d.pankou, d.kind,
      coalesce(d.taker, 9)::smallint as taker, (case when d.result = 2 then -d.stake end)::bigint as valid,
      (d.f_m - d.lu_m)::bigint as u_m, (d.f_g - d.lu_g)::bigint as u_g, (d.f_a - d.lu_a)::bigint as u_a,
      (d.f_b - d.lu_b)::bigint as u_b, (case when d.result = 2 then -d.ps_m end)::bigint as pv_m,
      (case when d.result = 2 then -d.ps_g end)::bigint as pv_g,
      (case when d.result = 2 then -d.ps_a end)::bigint as pv_a, (d.w_m - d.ps_m)::bigint as pw_m,
      (d.w_g - d.ps_g)::bigint as pw_g, (d.w_a - d.ps_a)::bigint as pw_a,
      (case when d.result = 2 then -d.hc_h end)::bigint as hc_h,
      (case when d.result = 2 then -d.hc_m end)::bigint as hc_m,
      (case when d.result = 2 then -d.hc_g end)::bigint as hc_g,
      (case when d.result = 2 then -d.hc_a end)::bigint as hc_a
    from (
  select w.*, case when w.result = 2 then 0 when w.n_m is null then strata_flow(w.s_h, w.stake, w.payout, w.r_m, 1)
            else (abs(w.n_m) + 499999999 + (abs(w.n_m) / 1000000000 & 1)) / 1000000000 * case when w.n_m < 0 then -1
                else 1 end end as f_m, case when w.result = 2 then 0
                when w.n_g is null then strata_flow((w.s_h + w.s_m), w.stake, w.payout, w.r_g, 1)
            else (abs(w.n_g) + 499999999 + (abs(w.n_g) / 1000000000 & 1)) / 1000000000 * case when w.n_g < 0 then -1
                else 1 end end as f_g, case when w.result = 2 then 0
                when w.n_a is null then strata_flow((w.s_h + w.s_m + w.s_g), w.stake, w.payout, w.r_a, 1)
            else (abs(w.n_a) + 499999999 + (abs(w.n_a) / 1000000000 & 1)) / 1000000000 * case when w.n_a < 0 then -1
                else 1 end end as f_a,
                case when w.result = 2 then 0 when w.n_b is null then strata_flow(10000, w.stake, w.payout, w.r_b, 1)
            else (abs(w.n_b) + 499999999 + (abs(w.n_b) / 1000000000 & 1)) / 1000000000 * case when w.n_b < 0 then -1
                else 1 end end as f_b,
                case when w.result = 2 then 0 when w.i_m is null then strata_part(w.s_h, w.stake - w.payout)
            else (abs(w.i_m) + 4999 + (abs(w.i_m) / 10000 & 1)) / 10000 * case when w.i_m < 0 then -1
                else 1 end end as w_m,
                case when w.result = 2 then 0 when w.i_g is null then strata_part((w.s_h + w.s_m), w.stake - w.payout)
            else (abs(w.i_g) + 4999 + (abs(w.i_g) / 10000 & 1)) / 10000 * case when w.i_g < 0 then -1
                else 1 end end as w_g, case when w.result = 2 then 0
                when w.i_a is null then strata_part((w.s_h + w.s_m + w.s_g), w.stake - w.payout)
            else (abs(w.i_a) + 4999 + (abs(w.i_a) / 10000 & 1)) / 10000 * case when w.i_a < 0 then -1
                else 1 end end as w_a from (select w.*, case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * ((w.stake - w.payout) * 100000 - w.r_m * w.stake) end as n_m,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * ((w.stake - w.payout) * 100000 - w.r_g * w.stake) end as n_g,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * ((w.stake - w.payout) * 100000 - w.r_a * w.stake) end as n_a,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then 10000::bigint * ((w.stake - w.payout) * 100000 - w.r_b * w.stake) end as n_b,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * (w.stake - w.payout) end as i_m, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * (w.stake - w.payout) end as i_g, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * (w.stake - w.payout) end as i_a from (
  select o.id, o.bettor, o.play, o.pankou, o.kind, o.taker, o.stake, o.s_h, o.s_m, o.s_g, o.s_a, o.r_m, o.r_g, o.r_a,
      o.r_b, o.lu_m, o.lu_g, o.lu_a, o.lu_b, o.ps_m, o.ps_g, o.ps_a, o.hc_h, o.hc_m, o.hc_g, o.hc_a,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, c.result, c.tier,
         strata_payout(o.pay_kind, o.stake, o.odds, o.odds_tiers, o.pay_cap, c.result, c.tier, c.hits,
             c.pushed) as payout
    from (select * from outcomes c where c.merchant_id = $1::integer and c.period_id = $2::integer
        and c.version = $4::integer) c
    join orders o on o.merchant_id = $1::integer and o.period_id = $2::integer and o.day = $3::date and not (o.kind = 2
        and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = $1::integer and u.period_id = $2::integer and u.state not in ('confirmed', 'corrected')))
          and o.play = c.play and o.item = c.item
   where c.result <> 0
     and o.id not in (select x.order_id from voids x where x.merchant_id = $1::integer and x.period_id = $2::integer)
  union all
  select o.id, o.bettor, o.play, o.pankou, o.kind, o.taker, o.stake, o.s_h, o.s_m, o.s_g, o.s_a, o.r_m, o.r_g, o.r_a,
      o.r_b, o.lu_m, o.lu_g, o.lu_a, o.lu_b, o.ps_m, o.ps_g, o.ps_a, o.hc_h, o.hc_m, o.hc_g, o.hc_a,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, 2::smallint, 0::smallint, o.stake
    from voids x
    join orders o on o.merchant_id = $1::integer and o.period_id = $2::integer and o.day = $3::date and not (o.kind = 2
        and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = $1::integer and u.period_id = $2::integer and u.state not in ('confirmed', 'corrected')))
          and o.id = x.order_id
   where x.merchant_id = $1::integer and x.period_id = $2::integer) w offset '0') w) d),
payouts_written as (
  insert into payouts (merchant_id, period_id, version, order_id, result, tier, amount)
  select $1::integer, $2::integer, $4::integer, w.id, w.result, w.tier, w.payout from won w order by w.id),
moved as not materialized (select * from won union all
  select w.id, w.result, w.tier, -w.payout, w.bettor, w.seat, w.play, w.pankou, w.kind, w.taker, -w.valid, -w.u_m,
      -w.u_g, -w.u_a, -w.u_b, -w.pv_m, -w.pv_g, -w.pv_a, -w.pw_m, -w.pw_g, -w.pw_a, -w.hc_h, -w.hc_m, -w.hc_g, -w.hc_a
    from (
  select d.id, d.result, d.tier, d.payout, d.bettor, d.seat, d.play, d.pankou, d.kind,
      coalesce(d.taker, 9)::smallint as taker, (case when d.result = 2 then -d.stake end)::bigint as valid,
      (d.f_m - d.lu_m)::bigint as u_m, (d.f_g - d.lu_g)::bigint as u_g, (d.f_a - d.lu_a)::bigint as u_a,
      (d.f_b - d.lu_b)::bigint as u_b, (case when d.result = 2 then -d.ps_m end)::bigint as pv_m,
      (case when d.result = 2 then -d.ps_g end)::bigint as pv_g,
      (case when d.result = 2 then -d.ps_a end)::bigint as pv_a, (d.w_m - d.ps_m)::bigint as pw_m,
      (d.w_g - d.ps_g)::bigint as pw_g, (d.w_a - d.ps_a)::bigint as pw_a,
      (case when d.result = 2 then -d.hc_h end)::bigint as hc_h,
      (case when d.result = 2 then -d.hc_m end)::bigint as hc_m,
      (case when d.result = 2 then -d.hc_g end)::bigint as hc_g,
      (case when d.result = 2 then -d.hc_a end)::bigint as hc_a
    from (
  select w.*, case when w.result = 2 then 0 when w.n_m is null then strata_flow(w.s_h, w.stake, w.payout, w.r_m, 1)
            else (abs(w.n_m) + 499999999 + (abs(w.n_m) / 1000000000 & 1)) / 1000000000 * case when w.n_m < 0 then -1
                else 1 end end as f_m, case when w.result = 2 then 0
                when w.n_g is null then strata_flow((w.s_h + w.s_m), w.stake, w.payout, w.r_g, 1)
            else (abs(w.n_g) + 499999999 + (abs(w.n_g) / 1000000000 & 1)) / 1000000000 * case when w.n_g < 0 then -1
                else 1 end end as f_g, case when w.result = 2 then 0
                when w.n_a is null then strata_flow((w.s_h + w.s_m + w.s_g), w.stake, w.payout, w.r_a, 1)
            else (abs(w.n_a) + 499999999 + (abs(w.n_a) / 1000000000 & 1)) / 1000000000 * case when w.n_a < 0 then -1
                else 1 end end as f_a,
                case when w.result = 2 then 0 when w.n_b is null then strata_flow(10000, w.stake, w.payout, w.r_b, 1)
            else (abs(w.n_b) + 499999999 + (abs(w.n_b) / 1000000000 & 1)) / 1000000000 * case when w.n_b < 0 then -1
                else 1 end end as f_b,
                case when w.result = 2 then 0 when w.i_m is null then strata_part(w.s_h, w.stake - w.payout)
            else (abs(w.i_m) + 4999 + (abs(w.i_m) / 10000 & 1)) / 10000 * case when w.i_m < 0 then -1
                else 1 end end as w_m,
                case when w.result = 2 then 0 when w.i_g is null then strata_part((w.s_h + w.s_m), w.stake - w.payout)
            else (abs(w.i_g) + 4999 + (abs(w.i_g) / 10000 & 1)) / 10000 * case when w.i_g < 0 then -1
                else 1 end end as w_g, case when w.result = 2 then 0
                when w.i_a is null then strata_part((w.s_h + w.s_m + w.s_g), w.stake - w.payout)
            else (abs(w.i_a) + 4999 + (abs(w.i_a) / 10000 & 1)) / 10000 * case when w.i_a < 0 then -1
                else 1 end end as w_a from (select w.*, case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * ((w.stake - w.payout) * 100000 - w.r_m * w.stake) end as n_m,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * ((w.stake - w.payout) * 100000 - w.r_g * w.stake) end as n_g,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * ((w.stake - w.payout) * 100000 - w.r_a * w.stake) end as n_a,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then 10000::bigint * ((w.stake - w.payout) * 100000 - w.r_b * w.stake) end as n_b,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * (w.stake - w.payout) end as i_m, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * (w.stake - w.payout) end as i_g, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * (w.stake - w.payout) end as i_a from (
  select o.id, o.bettor, o.play, o.pankou, o.kind, o.taker, o.stake, o.s_h, o.s_m, o.s_g, o.s_a, o.r_m, o.r_g, o.r_a,
      o.r_b, o.lu_m, o.lu_g, o.lu_a, o.lu_b, o.ps_m, o.ps_g, o.ps_a, o.hc_h, o.hc_m, o.hc_g, o.hc_a,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, y.result, y.tier, y.amount as payout
    from payouts y
    join orders o on o.merchant_id = $1::integer and o.period_id = $2::integer and o.day = $3::date and not (o.kind = 2
        and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = $1::integer and u.period_id = $2::integer and u.state not in ('confirmed', 'corrected')))
          and o.id = y.order_id
   where y.merchant_id = $1::integer and y.period_id = $2::integer and y.version = $5::integer) w offset '0') w) d) w),
shifted as materialized (
  select grouping(w.bettor) as level, w.bettor, w.seat, w.play, w.pankou, w.kind, w.taker, 0::bigint as orders,
      0::bigint as stake, strata_sum(w.valid) as valid, strata_sum(w.payout) as payout, strata_sum(w.u_m) as u_m,
      strata_sum(w.u_g) as u_g, strata_sum(w.u_a) as u_a, strata_sum(w.u_b) as u_b, strata_sum(w.pv_m) as pv_m,
      strata_sum(w.pv_g) as pv_g, strata_sum(w.pv_a) as pv_a, strata_sum(w.pw_m) as pw_m, strata_sum(w.pw_g) as pw_g,
      strata_sum(w.pw_a) as pw_a, -strata_sum(w.payout) as pw_b, strata_sum(w.hc_h) as hc_h, strata_sum(w.hc_m) as hc_m,
      strata_sum(w.hc_g) as hc_g, strata_sum(w.hc_a) as hc_a
    from moved w
   group by grouping sets ((w.bettor, w.kind, w.taker), (w.seat, w.play, w.pankou, w.kind, w.taker))),
by_bettor as materialized (
  select b.*, coalesce(p.parent_id, 0) as parent_id, p.chain_m as m, p.chain_g as g, p.chain_a as a,
         case when b.kind = 0 then null else b.bettor end as own
    from (select l.bettor, l.kind, l.taker, strata_sum(l.orders) as orders, strata_sum(l.stake) as stake,
        strata_sum(l.valid) as valid, strata_sum(l.payout) as payout, strata_sum(l.u_m) as u_m,
        strata_sum(l.u_g) as u_g, strata_sum(l.u_a) as u_a, strata_sum(l.u_b) as u_b, strata_sum(l.pv_m) as pv_m,
        strata_sum(l.pv_g) as pv_g, strata_sum(l.pv_a) as pv_a, strata_sum(l.pw_m) as pw_m, strata_sum(l.pw_g) as pw_g,
        strata_sum(l.pw_a) as pw_a, strata_sum(l.pw_b) as pw_b, strata_sum(l.hc_h) as hc_h, strata_sum(l.hc_m) as hc_m,
        strata_sum(l.hc_g) as hc_g, strata_sum(l.hc_a) as hc_a, min(l.smin_h) as smin_h, min(l.smin_m) as smin_m,
        min(l.smin_g) as smin_g, min(l.smin_a) as smin_a, max(l.smax_h) as smax_h, max(l.smax_m) as smax_m,
        max(l.smax_g) as smax_g, max(l.smax_a) as smax_a
            from (
   select bettor, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a,
       pw_b, hc_h, hc_m, hc_g, hc_a, 32767::smallint as smin_h, 32767::smallint as smin_m, 32767::smallint as smin_g,
       32767::smallint as smin_a, -1::smallint as smax_h, -1::smallint as smax_m, -1::smallint as smax_g,
       -1::smallint as smax_a from shifted where level = 0) l
           group by l.bettor, l.kind, l.taker) b
    left join paths p on p.merchant_id = $1::integer and p.id = b.bettor),
by_seat as materialized (
  select c.*, p.chain_m as m, p.chain_g as g, p.chain_a as a, case when c.kind = 0 then null else c.seat end as own
    from (select l.seat, l.play, l.pankou, l.kind, l.taker, strata_sum(l.orders) as orders,
        strata_sum(l.stake) as stake, strata_sum(l.valid) as valid, strata_sum(l.payout) as payout,
        strata_sum(l.u_m) as u_m, strata_sum(l.u_g) as u_g, strata_sum(l.u_a) as u_a, strata_sum(l.u_b) as u_b,
        strata_sum(l.pv_m) as pv_m, strata_sum(l.pv_g) as pv_g, strata_sum(l.pv_a) as pv_a, strata_sum(l.pw_m) as pw_m,
        strata_sum(l.pw_g) as pw_g, strata_sum(l.pw_a) as pw_a, strata_sum(l.pw_b) as pw_b, strata_sum(l.hc_h) as hc_h,
        strata_sum(l.hc_m) as hc_m, strata_sum(l.hc_g) as hc_g, strata_sum(l.hc_a) as hc_a
            from (
   select seat, play, pankou, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m,
       pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a from shifted where level = 1) l
           group by l.seat, l.play, l.pankou, l.kind, l.taker) c
    left join paths p on p.merchant_id = $1::integer and p.id = c.seat),
paths_written as (
  insert into rollup_paths (merchant_id, day, game_id, path_id, as_bettor, kind, taker, parent_id, orders, stake, valid,
      payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a, smin_h, smin_m,
      smin_g, smin_a, smax_h, smax_m, smax_g, smax_a)
  select $1::integer, $3::date, $6::smallint, r.path_id, r.as_bettor, r.kind, r.taker, r.parent_id, r.orders, r.stake,
      r.valid, r.payout, r.u_m, r.u_g, r.u_a, r.u_b, r.pv_m, r.pv_g, r.pv_a, r.pw_m, r.pw_g, r.pw_a, r.pw_b, r.hc_h,
      r.hc_m, r.hc_g, r.hc_a, r.smin_h, r.smin_m, r.smin_g, r.smin_a, r.smax_h, r.smax_m, r.smax_g, r.smax_a
    from (select b.bettor as path_id, true as as_bettor, b.kind, b.taker, b.parent_id,
                 b.orders, b.stake, b.valid, b.payout, b.u_m, b.u_g, b.u_a, b.u_b, b.pv_m, b.pv_g, b.pv_a, b.pw_m,
                     b.pw_g, b.pw_a, b.pw_b, b.hc_h, b.hc_m, b.hc_g, b.hc_a, b.smin_h, b.smin_m, b.smin_g, b.smin_a,
                     b.smax_h, b.smax_m, b.smax_g, b.smax_a
            from by_bettor b
          union all
          select n.path_id, false, c.kind, c.taker, n.parent_id, strata_sum(c.orders) as orders,
              strata_sum(c.stake) as stake, strata_sum(c.valid) as valid, strata_sum(c.payout) as payout,
              strata_sum(c.u_m) as u_m, strata_sum(c.u_g) as u_g, strata_sum(c.u_a) as u_a, strata_sum(c.u_b) as u_b,
              strata_sum(c.pv_m) as pv_m, strata_sum(c.pv_g) as pv_g, strata_sum(c.pv_a) as pv_a,
              strata_sum(c.pw_m) as pw_m, strata_sum(c.pw_g) as pw_g, strata_sum(c.pw_a) as pw_a,
              strata_sum(c.pw_b) as pw_b, strata_sum(c.hc_h) as hc_h, strata_sum(c.hc_m) as hc_m,
              strata_sum(c.hc_g) as hc_g, strata_sum(c.hc_a) as hc_a, min(c.smin_h) as smin_h, min(c.smin_m) as smin_m,
              min(c.smin_g) as smin_g, min(c.smin_a) as smin_a, max(c.smax_h) as smax_h, max(c.smax_m) as smax_m,
              max(c.smax_g) as smax_g, max(c.smax_a) as smax_a
            from by_bettor c cross join lateral (values (0, 1, 0), (1, c.m, 1), (2, c.g, c.m),
                (3, c.a, coalesce(c.g, c.m)))
   as n (role, path_id, parent_id)
           where n.path_id is not null and n.role > 0
             and (c.kind = 0 or (c.kind = 1 and n.role > c.taker and n.path_id <> c.own))
           group by n.path_id, c.kind, c.taker, n.parent_id) r
   order by r.path_id, r.as_bettor, r.kind, r.taker
  on conflict (merchant_id, path_id, day, game_id, as_bettor, kind, taker) do update set
    orders = rollup_paths.orders + excluded.orders, stake = rollup_paths.stake + excluded.stake,
        valid = rollup_paths.valid + excluded.valid, payout = rollup_paths.payout + excluded.payout,
        u_m = rollup_paths.u_m + excluded.u_m, u_g = rollup_paths.u_g + excluded.u_g,
        u_a = rollup_paths.u_a + excluded.u_a, u_b = rollup_paths.u_b + excluded.u_b,
        pv_m = rollup_paths.pv_m + excluded.pv_m, pv_g = rollup_paths.pv_g + excluded.pv_g,
        pv_a = rollup_paths.pv_a + excluded.pv_a, pw_m = rollup_paths.pw_m + excluded.pw_m,
        pw_g = rollup_paths.pw_g + excluded.pw_g, pw_a = rollup_paths.pw_a + excluded.pw_a,
        pw_b = rollup_paths.pw_b + excluded.pw_b, hc_h = rollup_paths.hc_h + excluded.hc_h,
        hc_m = rollup_paths.hc_m + excluded.hc_m, hc_g = rollup_paths.hc_g + excluded.hc_g,
        hc_a = rollup_paths.hc_a + excluded.hc_a,
    smin_h = least(rollup_paths.smin_h, excluded.smin_h), smax_h = greatest(rollup_paths.smax_h, excluded.smax_h),
        smin_m = least(rollup_paths.smin_m, excluded.smin_m), smax_m = greatest(rollup_paths.smax_m, excluded.smax_m),
        smin_g = least(rollup_paths.smin_g, excluded.smin_g), smax_g = greatest(rollup_paths.smax_g, excluded.smax_g),
        smin_a = least(rollup_paths.smin_a, excluded.smin_a), smax_a = greatest(rollup_paths.smax_a, excluded.smax_a)),
plays_written as (
  insert into rollup_plays (merchant_id, day, game_id, play, pankou, path_id, own, kind, taker, orders, stake, valid,
      payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a)
  select $1::integer, $3::date, $6::smallint, c.play, c.pankou, n.path_id, n.own, c.kind, c.taker,
      strata_sum(c.orders) as orders, strata_sum(c.stake) as stake, strata_sum(c.valid) as valid,
      strata_sum(c.payout) as payout, strata_sum(c.u_m) as u_m, strata_sum(c.u_g) as u_g, strata_sum(c.u_a) as u_a,
      strata_sum(c.u_b) as u_b, strata_sum(c.pv_m) as pv_m, strata_sum(c.pv_g) as pv_g, strata_sum(c.pv_a) as pv_a,
      strata_sum(c.pw_m) as pw_m, strata_sum(c.pw_g) as pw_g, strata_sum(c.pw_a) as pw_a, strata_sum(c.pw_b) as pw_b,
      strata_sum(c.hc_h) as hc_h, strata_sum(c.hc_m) as hc_m, strata_sum(c.hc_g) as hc_g, strata_sum(c.hc_a) as hc_a
    from by_seat c
   cross join lateral (
         select n.path_id, false as own from (values (0, 1, 0), (1, c.m, 1), (2, c.g, c.m),
             (3, c.a, coalesce(c.g, c.m)))
   as n (role, path_id, parent_id)
          where n.path_id is not null
            and (c.kind = 0 or (c.kind = 1 and n.role >= c.taker and n.path_id <> c.own))
         union all
         select c.own, true where c.kind <> 0) n
   group by n.path_id, n.own, c.play, c.pankou, c.kind, c.taker
   order by n.path_id, c.play, c.pankou, n.own, c.kind, c.taker
  on conflict (merchant_id, path_id, day, game_id, play, pankou, own, kind, taker) do update set
    orders = rollup_plays.orders + excluded.orders, stake = rollup_plays.stake + excluded.stake,
        valid = rollup_plays.valid + excluded.valid, payout = rollup_plays.payout + excluded.payout,
        u_m = rollup_plays.u_m + excluded.u_m, u_g = rollup_plays.u_g + excluded.u_g,
        u_a = rollup_plays.u_a + excluded.u_a, u_b = rollup_plays.u_b + excluded.u_b,
        pv_m = rollup_plays.pv_m + excluded.pv_m, pv_g = rollup_plays.pv_g + excluded.pv_g,
        pv_a = rollup_plays.pv_a + excluded.pv_a, pw_m = rollup_plays.pw_m + excluded.pw_m,
        pw_g = rollup_plays.pw_g + excluded.pw_g, pw_a = rollup_plays.pw_a + excluded.pw_a,
        pw_b = rollup_plays.pw_b + excluded.pw_b, hc_h = rollup_plays.hc_h + excluded.hc_h,
        hc_m = rollup_plays.hc_m + excluded.hc_m, hc_g = rollup_plays.hc_g + excluded.hc_g,
        hc_a = rollup_plays.hc_a + excluded.hc_a),
postings_written as (
  insert into postings (merchant_id, period_id, version, path_id, kind, amount, stake)
  select $1::integer, $2::integer, $7::integer, b.bettor, 'correction', -b.u_b, 0
    from by_bettor b
   where b.kind = 0 and b.u_b <> 0)
select (select count(*) from won)::integer as payouts, $5::integer as from_version;

-- VOID_ORDER: one settled order ($8) becomes a refund under result version $4 = $5
with
won as materialized (
  select d.id, d.result, d.tier, d.payout, d.bettor, d.seat, d.play, d.pankou, d.kind,
      coalesce(d.taker, 9)::smallint as taker, (case when d.result = 2 then -d.stake end)::bigint as valid,
      (d.f_m - d.lu_m)::bigint as u_m, (d.f_g - d.lu_g)::bigint as u_g, (d.f_a - d.lu_a)::bigint as u_a,
      (d.f_b - d.lu_b)::bigint as u_b, (case when d.result = 2 then -d.ps_m end)::bigint as pv_m,
      (case when d.result = 2 then -d.ps_g end)::bigint as pv_g,
      (case when d.result = 2 then -d.ps_a end)::bigint as pv_a, (d.w_m - d.ps_m)::bigint as pw_m,
      (d.w_g - d.ps_g)::bigint as pw_g, (d.w_a - d.ps_a)::bigint as pw_a,
      (case when d.result = 2 then -d.hc_h end)::bigint as hc_h,
      (case when d.result = 2 then -d.hc_m end)::bigint as hc_m,
      (case when d.result = 2 then -d.hc_g end)::bigint as hc_g,
      (case when d.result = 2 then -d.hc_a end)::bigint as hc_a
    from (
  select w.*, case when w.result = 2 then 0 when w.n_m is null then strata_flow(w.s_h, w.stake, w.payout, w.r_m, 1)
            else (abs(w.n_m) + 499999999 + (abs(w.n_m) / 1000000000 & 1)) / 1000000000 * case when w.n_m < 0 then -1
                else 1 end end as f_m, case when w.result = 2 then 0
                when w.n_g is null then strata_flow((w.s_h + w.s_m), w.stake, w.payout, w.r_g, 1)
            else (abs(w.n_g) + 499999999 + (abs(w.n_g) / 1000000000 & 1)) / 1000000000 * case when w.n_g < 0 then -1
                else 1 end end as f_g, case when w.result = 2 then 0
                when w.n_a is null then strata_flow((w.s_h + w.s_m + w.s_g), w.stake, w.payout, w.r_a, 1)
            else (abs(w.n_a) + 499999999 + (abs(w.n_a) / 1000000000 & 1)) / 1000000000 * case when w.n_a < 0 then -1
                else 1 end end as f_a,
                case when w.result = 2 then 0 when w.n_b is null then strata_flow(10000, w.stake, w.payout, w.r_b, 1)
            else (abs(w.n_b) + 499999999 + (abs(w.n_b) / 1000000000 & 1)) / 1000000000 * case when w.n_b < 0 then -1
                else 1 end end as f_b,
                case when w.result = 2 then 0 when w.i_m is null then strata_part(w.s_h, w.stake - w.payout)
            else (abs(w.i_m) + 4999 + (abs(w.i_m) / 10000 & 1)) / 10000 * case when w.i_m < 0 then -1
                else 1 end end as w_m,
                case when w.result = 2 then 0 when w.i_g is null then strata_part((w.s_h + w.s_m), w.stake - w.payout)
            else (abs(w.i_g) + 4999 + (abs(w.i_g) / 10000 & 1)) / 10000 * case when w.i_g < 0 then -1
                else 1 end end as w_g, case when w.result = 2 then 0
                when w.i_a is null then strata_part((w.s_h + w.s_m + w.s_g), w.stake - w.payout)
            else (abs(w.i_a) + 4999 + (abs(w.i_a) / 10000 & 1)) / 10000 * case when w.i_a < 0 then -1
                else 1 end end as w_a from (select w.*, case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * ((w.stake - w.payout) * 100000 - w.r_m * w.stake) end as n_m,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * ((w.stake - w.payout) * 100000 - w.r_g * w.stake) end as n_g,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * ((w.stake - w.payout) * 100000 - w.r_a * w.stake) end as n_a,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then 10000::bigint * ((w.stake - w.payout) * 100000 - w.r_b * w.stake) end as n_b,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * (w.stake - w.payout) end as i_m, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * (w.stake - w.payout) end as i_g, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * (w.stake - w.payout) end as i_a
                from (select o.id, o.bettor, o.play, o.pankou, o.kind, o.taker, o.stake, o.s_h, o.s_m, o.s_g, o.s_a,
                o.r_m, o.r_g, o.r_a, o.r_b, o.lu_m, o.lu_g, o.lu_a, o.lu_b, o.ps_m, o.ps_g, o.ps_a, o.hc_h, o.hc_m,
                o.hc_g, o.hc_a, case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat,
                2::smallint as result, 0::smallint as tier, o.stake as payout
  from orders o where o.merchant_id = $1::integer and o.period_id = $2::integer and o.day = $3::date and not (o.kind = 2
      and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = $1::integer and u.period_id = $2::integer and u.state not in ('confirmed', 'corrected')))
          and o.id = $8::bigint) w offset '0') w) d),
before as materialized (
  select w.id, w.result, w.tier, -w.payout, w.bettor, w.seat, w.play, w.pankou, w.kind, w.taker, -w.valid, -w.u_m,
      -w.u_g, -w.u_a, -w.u_b, -w.pv_m, -w.pv_g, -w.pv_a, -w.pw_m, -w.pw_g, -w.pw_a, -w.hc_h, -w.hc_m, -w.hc_g, -w.hc_a
    from (
  select d.id, d.result, d.tier, d.payout, d.bettor, d.seat, d.play, d.pankou, d.kind,
      coalesce(d.taker, 9)::smallint as taker, (case when d.result = 2 then -d.stake end)::bigint as valid,
      (d.f_m - d.lu_m)::bigint as u_m, (d.f_g - d.lu_g)::bigint as u_g, (d.f_a - d.lu_a)::bigint as u_a,
      (d.f_b - d.lu_b)::bigint as u_b, (case when d.result = 2 then -d.ps_m end)::bigint as pv_m,
      (case when d.result = 2 then -d.ps_g end)::bigint as pv_g,
      (case when d.result = 2 then -d.ps_a end)::bigint as pv_a, (d.w_m - d.ps_m)::bigint as pw_m,
      (d.w_g - d.ps_g)::bigint as pw_g, (d.w_a - d.ps_a)::bigint as pw_a,
      (case when d.result = 2 then -d.hc_h end)::bigint as hc_h,
      (case when d.result = 2 then -d.hc_m end)::bigint as hc_m,
      (case when d.result = 2 then -d.hc_g end)::bigint as hc_g,
      (case when d.result = 2 then -d.hc_a end)::bigint as hc_a
    from (
  select w.*, case when w.result = 2 then 0 when w.n_m is null then strata_flow(w.s_h, w.stake, w.payout, w.r_m, 1)
            else (abs(w.n_m) + 499999999 + (abs(w.n_m) / 1000000000 & 1)) / 1000000000 * case when w.n_m < 0 then -1
                else 1 end end as f_m, case when w.result = 2 then 0
                when w.n_g is null then strata_flow((w.s_h + w.s_m), w.stake, w.payout, w.r_g, 1)
            else (abs(w.n_g) + 499999999 + (abs(w.n_g) / 1000000000 & 1)) / 1000000000 * case when w.n_g < 0 then -1
                else 1 end end as f_g, case when w.result = 2 then 0
                when w.n_a is null then strata_flow((w.s_h + w.s_m + w.s_g), w.stake, w.payout, w.r_a, 1)
            else (abs(w.n_a) + 499999999 + (abs(w.n_a) / 1000000000 & 1)) / 1000000000 * case when w.n_a < 0 then -1
                else 1 end end as f_a,
                case when w.result = 2 then 0 when w.n_b is null then strata_flow(10000, w.stake, w.payout, w.r_b, 1)
            else (abs(w.n_b) + 499999999 + (abs(w.n_b) / 1000000000 & 1)) / 1000000000 * case when w.n_b < 0 then -1
                else 1 end end as f_b,
                case when w.result = 2 then 0 when w.i_m is null then strata_part(w.s_h, w.stake - w.payout)
            else (abs(w.i_m) + 4999 + (abs(w.i_m) / 10000 & 1)) / 10000 * case when w.i_m < 0 then -1
                else 1 end end as w_m,
                case when w.result = 2 then 0 when w.i_g is null then strata_part((w.s_h + w.s_m), w.stake - w.payout)
            else (abs(w.i_g) + 4999 + (abs(w.i_g) / 10000 & 1)) / 10000 * case when w.i_g < 0 then -1
                else 1 end end as w_g, case when w.result = 2 then 0
                when w.i_a is null then strata_part((w.s_h + w.s_m + w.s_g), w.stake - w.payout)
            else (abs(w.i_a) + 4999 + (abs(w.i_a) / 10000 & 1)) / 10000 * case when w.i_a < 0 then -1
                else 1 end end as w_a from (select w.*, case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * ((w.stake - w.payout) * 100000 - w.r_m * w.stake) end as n_m,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * ((w.stake - w.payout) * 100000 - w.r_g * w.stake) end as n_g,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * ((w.stake - w.payout) * 100000 - w.r_a * w.stake) end as n_a,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then 10000::bigint * ((w.stake - w.payout) * 100000 - w.r_b * w.stake) end as n_b,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * (w.stake - w.payout) end as i_m, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * (w.stake - w.payout) end as i_g, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * (w.stake - w.payout) end as i_a
                from (select * from (
  select o.id, o.bettor, o.play, o.pankou, o.kind, o.taker, o.stake, o.s_h, o.s_m, o.s_g, o.s_a, o.r_m, o.r_g, o.r_a,
      o.r_b, o.lu_m, o.lu_g, o.lu_a, o.lu_b, o.ps_m, o.ps_g, o.ps_a, o.hc_h, o.hc_m, o.hc_g, o.hc_a,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, y.result, y.tier, y.amount as payout
    from payouts y
    join orders o on o.merchant_id = $1::integer and o.period_id = $2::integer and o.day = $3::date and not (o.kind = 2
        and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = $1::integer and u.period_id = $2::integer and u.state not in ('confirmed', 'corrected')))
          and o.id = y.order_id
   where y.merchant_id = $1::integer and y.period_id = $2::integer and y.version = $5::integer) y
       where y.id = $8::bigint) w offset '0') w) d) w),
payouts_written as (
  insert into payouts (merchant_id, period_id, version, order_id, result, tier, amount)
  select $1::integer, $2::integer, $4::integer, w.id, w.result, w.tier, w.payout from won w order by w.id
  on conflict (merchant_id, period_id, version, order_id) do update set result = 2, tier = 0, amount = excluded.amount),
moved as not materialized (select * from won union all select * from before),
shifted as materialized (
  select grouping(w.bettor) as level, w.bettor, w.seat, w.play, w.pankou, w.kind, w.taker, 0::bigint as orders,
      0::bigint as stake, strata_sum(w.valid) as valid, strata_sum(w.payout) as payout, strata_sum(w.u_m) as u_m,
      strata_sum(w.u_g) as u_g, strata_sum(w.u_a) as u_a, strata_sum(w.u_b) as u_b, strata_sum(w.pv_m) as pv_m,
      strata_sum(w.pv_g) as pv_g, strata_sum(w.pv_a) as pv_a, strata_sum(w.pw_m) as pw_m, strata_sum(w.pw_g) as pw_g,
      strata_sum(w.pw_a) as pw_a, -strata_sum(w.payout) as pw_b, strata_sum(w.hc_h) as hc_h, strata_sum(w.hc_m) as hc_m,
      strata_sum(w.hc_g) as hc_g, strata_sum(w.hc_a) as hc_a
    from moved w
   group by grouping sets ((w.bettor, w.kind, w.taker), (w.seat, w.play, w.pankou, w.kind, w.taker))),
by_bettor as materialized (
  select b.*, coalesce(p.parent_id, 0) as parent_id, p.chain_m as m, p.chain_g as g, p.chain_a as a,
         case when b.kind = 0 then null else b.bettor end as own
    from (select l.bettor, l.kind, l.taker, strata_sum(l.orders) as orders, strata_sum(l.stake) as stake,
        strata_sum(l.valid) as valid, strata_sum(l.payout) as payout, strata_sum(l.u_m) as u_m,
        strata_sum(l.u_g) as u_g, strata_sum(l.u_a) as u_a, strata_sum(l.u_b) as u_b, strata_sum(l.pv_m) as pv_m,
        strata_sum(l.pv_g) as pv_g, strata_sum(l.pv_a) as pv_a, strata_sum(l.pw_m) as pw_m, strata_sum(l.pw_g) as pw_g,
        strata_sum(l.pw_a) as pw_a, strata_sum(l.pw_b) as pw_b, strata_sum(l.hc_h) as hc_h, strata_sum(l.hc_m) as hc_m,
        strata_sum(l.hc_g) as hc_g, strata_sum(l.hc_a) as hc_a, min(l.smin_h) as smin_h, min(l.smin_m) as smin_m,
        min(l.smin_g) as smin_g, min(l.smin_a) as smin_a, max(l.smax_h) as smax_h, max(l.smax_m) as smax_m,
        max(l.smax_g) as smax_g, max(l.smax_a) as smax_a
            from (
   select bettor, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a,
       pw_b, hc_h, hc_m, hc_g, hc_a, 32767::smallint as smin_h, 32767::smallint as smin_m, 32767::smallint as smin_g,
       32767::smallint as smin_a, -1::smallint as smax_h, -1::smallint as smax_m, -1::smallint as smax_g,
       -1::smallint as smax_a from shifted where level = 0) l
           group by l.bettor, l.kind, l.taker) b
    left join paths p on p.merchant_id = $1::integer and p.id = b.bettor),
by_seat as materialized (
  select c.*, p.chain_m as m, p.chain_g as g, p.chain_a as a, case when c.kind = 0 then null else c.seat end as own
    from (select l.seat, l.play, l.pankou, l.kind, l.taker, strata_sum(l.orders) as orders,
        strata_sum(l.stake) as stake, strata_sum(l.valid) as valid, strata_sum(l.payout) as payout,
        strata_sum(l.u_m) as u_m, strata_sum(l.u_g) as u_g, strata_sum(l.u_a) as u_a, strata_sum(l.u_b) as u_b,
        strata_sum(l.pv_m) as pv_m, strata_sum(l.pv_g) as pv_g, strata_sum(l.pv_a) as pv_a, strata_sum(l.pw_m) as pw_m,
        strata_sum(l.pw_g) as pw_g, strata_sum(l.pw_a) as pw_a, strata_sum(l.pw_b) as pw_b, strata_sum(l.hc_h) as hc_h,
        strata_sum(l.hc_m) as hc_m, strata_sum(l.hc_g) as hc_g, strata_sum(l.hc_a) as hc_a
            from (
   select seat, play, pankou, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m,
       pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a from shifted where level = 1) l
           group by l.seat, l.play, l.pankou, l.kind, l.taker) c
    left join paths p on p.merchant_id = $1::integer and p.id = c.seat),
paths_written as (
  insert into rollup_paths (merchant_id, day, game_id, path_id, as_bettor, kind, taker, parent_id, orders, stake, valid,
      payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a, smin_h, smin_m,
      smin_g, smin_a, smax_h, smax_m, smax_g, smax_a)
  select $1::integer, $3::date, $6::smallint, r.path_id, r.as_bettor, r.kind, r.taker, r.parent_id, r.orders, r.stake,
      r.valid, r.payout, r.u_m, r.u_g, r.u_a, r.u_b, r.pv_m, r.pv_g, r.pv_a, r.pw_m, r.pw_g, r.pw_a, r.pw_b, r.hc_h,
      r.hc_m, r.hc_g, r.hc_a, r.smin_h, r.smin_m, r.smin_g, r.smin_a, r.smax_h, r.smax_m, r.smax_g, r.smax_a
    from (select b.bettor as path_id, true as as_bettor, b.kind, b.taker, b.parent_id,
                 b.orders, b.stake, b.valid, b.payout, b.u_m, b.u_g, b.u_a, b.u_b, b.pv_m, b.pv_g, b.pv_a, b.pw_m,
                     b.pw_g, b.pw_a, b.pw_b, b.hc_h, b.hc_m, b.hc_g, b.hc_a, b.smin_h, b.smin_m, b.smin_g, b.smin_a,
                     b.smax_h, b.smax_m, b.smax_g, b.smax_a
            from by_bettor b
          union all
          select n.path_id, false, c.kind, c.taker, n.parent_id, strata_sum(c.orders) as orders,
              strata_sum(c.stake) as stake, strata_sum(c.valid) as valid, strata_sum(c.payout) as payout,
              strata_sum(c.u_m) as u_m, strata_sum(c.u_g) as u_g, strata_sum(c.u_a) as u_a, strata_sum(c.u_b) as u_b,
              strata_sum(c.pv_m) as pv_m, strata_sum(c.pv_g) as pv_g, strata_sum(c.pv_a) as pv_a,
              strata_sum(c.pw_m) as pw_m, strata_sum(c.pw_g) as pw_g, strata_sum(c.pw_a) as pw_a,
              strata_sum(c.pw_b) as pw_b, strata_sum(c.hc_h) as hc_h, strata_sum(c.hc_m) as hc_m,
              strata_sum(c.hc_g) as hc_g, strata_sum(c.hc_a) as hc_a, min(c.smin_h) as smin_h, min(c.smin_m) as smin_m,
              min(c.smin_g) as smin_g, min(c.smin_a) as smin_a, max(c.smax_h) as smax_h, max(c.smax_m) as smax_m,
              max(c.smax_g) as smax_g, max(c.smax_a) as smax_a
            from by_bettor c cross join lateral (values (0, 1, 0), (1, c.m, 1), (2, c.g, c.m),
                (3, c.a, coalesce(c.g, c.m)))
   as n (role, path_id, parent_id)
           where n.path_id is not null and n.role > 0
             and (c.kind = 0 or (c.kind = 1 and n.role > c.taker and n.path_id <> c.own))
           group by n.path_id, c.kind, c.taker, n.parent_id) r
   order by r.path_id, r.as_bettor, r.kind, r.taker
  on conflict (merchant_id, path_id, day, game_id, as_bettor, kind, taker) do update set
    orders = rollup_paths.orders + excluded.orders, stake = rollup_paths.stake + excluded.stake,
        valid = rollup_paths.valid + excluded.valid, payout = rollup_paths.payout + excluded.payout,
        u_m = rollup_paths.u_m + excluded.u_m, u_g = rollup_paths.u_g + excluded.u_g,
        u_a = rollup_paths.u_a + excluded.u_a, u_b = rollup_paths.u_b + excluded.u_b,
        pv_m = rollup_paths.pv_m + excluded.pv_m, pv_g = rollup_paths.pv_g + excluded.pv_g,
        pv_a = rollup_paths.pv_a + excluded.pv_a, pw_m = rollup_paths.pw_m + excluded.pw_m,
        pw_g = rollup_paths.pw_g + excluded.pw_g, pw_a = rollup_paths.pw_a + excluded.pw_a,
        pw_b = rollup_paths.pw_b + excluded.pw_b, hc_h = rollup_paths.hc_h + excluded.hc_h,
        hc_m = rollup_paths.hc_m + excluded.hc_m, hc_g = rollup_paths.hc_g + excluded.hc_g,
        hc_a = rollup_paths.hc_a + excluded.hc_a,
    smin_h = least(rollup_paths.smin_h, excluded.smin_h), smax_h = greatest(rollup_paths.smax_h, excluded.smax_h),
        smin_m = least(rollup_paths.smin_m, excluded.smin_m), smax_m = greatest(rollup_paths.smax_m, excluded.smax_m),
        smin_g = least(rollup_paths.smin_g, excluded.smin_g), smax_g = greatest(rollup_paths.smax_g, excluded.smax_g),
        smin_a = least(rollup_paths.smin_a, excluded.smin_a), smax_a = greatest(rollup_paths.smax_a, excluded.smax_a)),
plays_written as (
  insert into rollup_plays (merchant_id, day, game_id, play, pankou, path_id, own, kind, taker, orders, stake, valid,
      payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a)
  select $1::integer, $3::date, $6::smallint, c.play, c.pankou, n.path_id, n.own, c.kind, c.taker,
      strata_sum(c.orders) as orders, strata_sum(c.stake) as stake, strata_sum(c.valid) as valid,
      strata_sum(c.payout) as payout, strata_sum(c.u_m) as u_m, strata_sum(c.u_g) as u_g, strata_sum(c.u_a) as u_a,
      strata_sum(c.u_b) as u_b, strata_sum(c.pv_m) as pv_m, strata_sum(c.pv_g) as pv_g, strata_sum(c.pv_a) as pv_a,
      strata_sum(c.pw_m) as pw_m, strata_sum(c.pw_g) as pw_g, strata_sum(c.pw_a) as pw_a, strata_sum(c.pw_b) as pw_b,
      strata_sum(c.hc_h) as hc_h, strata_sum(c.hc_m) as hc_m, strata_sum(c.hc_g) as hc_g, strata_sum(c.hc_a) as hc_a
    from by_seat c
   cross join lateral (
         select n.path_id, false as own from (values (0, 1, 0), (1, c.m, 1), (2, c.g, c.m),
             (3, c.a, coalesce(c.g, c.m)))
   as n (role, path_id, parent_id)
          where n.path_id is not null
            and (c.kind = 0 or (c.kind = 1 and n.role >= c.taker and n.path_id <> c.own))
         union all
         select c.own, true where c.kind <> 0) n
   group by n.path_id, n.own, c.play, c.pankou, c.kind, c.taker
   order by n.path_id, c.play, c.pankou, n.own, c.kind, c.taker
  on conflict (merchant_id, path_id, day, game_id, play, pankou, own, kind, taker) do update set
    orders = rollup_plays.orders + excluded.orders, stake = rollup_plays.stake + excluded.stake,
        valid = rollup_plays.valid + excluded.valid, payout = rollup_plays.payout + excluded.payout,
        u_m = rollup_plays.u_m + excluded.u_m, u_g = rollup_plays.u_g + excluded.u_g,
        u_a = rollup_plays.u_a + excluded.u_a, u_b = rollup_plays.u_b + excluded.u_b,
        pv_m = rollup_plays.pv_m + excluded.pv_m, pv_g = rollup_plays.pv_g + excluded.pv_g,
        pv_a = rollup_plays.pv_a + excluded.pv_a, pw_m = rollup_plays.pw_m + excluded.pw_m,
        pw_g = rollup_plays.pw_g + excluded.pw_g, pw_a = rollup_plays.pw_a + excluded.pw_a,
        pw_b = rollup_plays.pw_b + excluded.pw_b, hc_h = rollup_plays.hc_h + excluded.hc_h,
        hc_m = rollup_plays.hc_m + excluded.hc_m, hc_g = rollup_plays.hc_g + excluded.hc_g,
        hc_a = rollup_plays.hc_a + excluded.hc_a),
postings_written as (
  insert into postings (merchant_id, period_id, version, path_id, kind, amount, stake)
  select $1::integer, $2::integer, $7::integer, b.bettor, 'correction', -b.u_b, 0
    from by_bettor b
   where b.kind = 0 and b.u_b <> 0)
select (select count(*) from won)::integer as payouts, $5::integer as from_version;

-- ADD_ORDER: one fly-out ($8) that was accepted after its period was settled
with
lost as materialized (
  select grouping(o.bettor) as level, o.bettor,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, o.play, o.pankou, o.kind,
      coalesce(o.taker, 9)::smallint as taker,
         count(*)::bigint as orders, strata_sum(o.stake)::bigint as stake, strata_sum(o.stake)::bigint as valid,
             0::bigint as payout, strata_sum(o.lu_m)::bigint as u_m, strata_sum(o.lu_g)::bigint as u_g,
             strata_sum(o.lu_a)::bigint as u_a, strata_sum(o.lu_b)::bigint as u_b, strata_sum(o.ps_m)::bigint as pv_m,
             strata_sum(o.ps_g)::bigint as pv_g, strata_sum(o.ps_a)::bigint as pv_a, strata_sum(o.ps_m)::bigint as pw_m,
             strata_sum(o.ps_g)::bigint as pw_g, strata_sum(o.ps_a)::bigint as pw_a,
             strata_sum(o.stake)::bigint as pw_b, strata_sum(o.hc_h)::bigint as hc_h,
             strata_sum(o.hc_m)::bigint as hc_m, strata_sum(o.hc_g)::bigint as hc_g, strata_sum(o.hc_a)::bigint as hc_a,
             o.s_h as smin_h, o.s_m as smin_m, o.s_g as smin_g, o.s_a as smin_a, o.s_h as smax_h, o.s_m as smax_m,
             o.s_g as smax_g, o.s_a as smax_a
    from orders o where o.merchant_id = $1::integer and o.period_id = $2::integer and o.day = $3::date
        and not (o.kind = 2 and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = $1::integer and u.period_id = $2::integer and u.state not in ('confirmed', 'corrected')))
          and o.id = $8::bigint
   group by grouping sets ((o.bettor, o.kind, o.taker, o.s_h, o.s_m, o.s_g, o.s_a),
       (seat, o.play, o.pankou, o.kind, o.taker))),
won as materialized (
  select d.id, d.result, d.tier, d.payout, d.bettor, d.seat, d.play, d.pankou, d.kind,
      coalesce(d.taker, 9)::smallint as taker, (case when d.result = 2 then -d.stake end)::bigint as valid,
      (d.f_m - d.lu_m)::bigint as u_m, (d.f_g - d.lu_g)::bigint as u_g, (d.f_a - d.lu_a)::bigint as u_a,
      (d.f_b - d.lu_b)::bigint as u_b, (case when d.result = 2 then -d.ps_m end)::bigint as pv_m,
      (case when d.result = 2 then -d.ps_g end)::bigint as pv_g,
      (case when d.result = 2 then -d.ps_a end)::bigint as pv_a, (d.w_m - d.ps_m)::bigint as pw_m,
      (d.w_g - d.ps_g)::bigint as pw_g, (d.w_a - d.ps_a)::bigint as pw_a,
      (case when d.result = 2 then -d.hc_h end)::bigint as hc_h,
      (case when d.result = 2 then -d.hc_m end)::bigint as hc_m,
      (case when d.result = 2 then -d.hc_g end)::bigint as hc_g,
      (case when d.result = 2 then -d.hc_a end)::bigint as hc_a
    from (
  select w.*, case when w.result = 2 then 0 when w.n_m is null then strata_flow(w.s_h, w.stake, w.payout, w.r_m, 1)
            else (abs(w.n_m) + 499999999 + (abs(w.n_m) / 1000000000 & 1)) / 1000000000 * case when w.n_m < 0 then -1
                else 1 end end as f_m, case when w.result = 2 then 0
                when w.n_g is null then strata_flow((w.s_h + w.s_m), w.stake, w.payout, w.r_g, 1)
            else (abs(w.n_g) + 499999999 + (abs(w.n_g) / 1000000000 & 1)) / 1000000000 * case when w.n_g < 0 then -1
                else 1 end end as f_g, case when w.result = 2 then 0
                when w.n_a is null then strata_flow((w.s_h + w.s_m + w.s_g), w.stake, w.payout, w.r_a, 1)
            else (abs(w.n_a) + 499999999 + (abs(w.n_a) / 1000000000 & 1)) / 1000000000 * case when w.n_a < 0 then -1
                else 1 end end as f_a,
                case when w.result = 2 then 0 when w.n_b is null then strata_flow(10000, w.stake, w.payout, w.r_b, 1)
            else (abs(w.n_b) + 499999999 + (abs(w.n_b) / 1000000000 & 1)) / 1000000000 * case when w.n_b < 0 then -1
                else 1 end end as f_b,
                case when w.result = 2 then 0 when w.i_m is null then strata_part(w.s_h, w.stake - w.payout)
            else (abs(w.i_m) + 4999 + (abs(w.i_m) / 10000 & 1)) / 10000 * case when w.i_m < 0 then -1
                else 1 end end as w_m,
                case when w.result = 2 then 0 when w.i_g is null then strata_part((w.s_h + w.s_m), w.stake - w.payout)
            else (abs(w.i_g) + 4999 + (abs(w.i_g) / 10000 & 1)) / 10000 * case when w.i_g < 0 then -1
                else 1 end end as w_g, case when w.result = 2 then 0
                when w.i_a is null then strata_part((w.s_h + w.s_m + w.s_g), w.stake - w.payout)
            else (abs(w.i_a) + 4999 + (abs(w.i_a) / 10000 & 1)) / 10000 * case when w.i_a < 0 then -1
                else 1 end end as w_a from (select w.*, case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * ((w.stake - w.payout) * 100000 - w.r_m * w.stake) end as n_m,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * ((w.stake - w.payout) * 100000 - w.r_g * w.stake) end as n_g,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * ((w.stake - w.payout) * 100000 - w.r_a * w.stake) end as n_a,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then 10000::bigint * ((w.stake - w.payout) * 100000 - w.r_b * w.stake) end as n_b,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * (w.stake - w.payout) end as i_m, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * (w.stake - w.payout) end as i_g, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * (w.stake - w.payout) end as i_a
                from (select * from (
  select o.id, o.bettor, o.play, o.pankou, o.kind, o.taker, o.stake, o.s_h, o.s_m, o.s_g, o.s_a, o.r_m, o.r_g, o.r_a,
      o.r_b, o.lu_m, o.lu_g, o.lu_a, o.lu_b, o.ps_m, o.ps_g, o.ps_a, o.hc_h, o.hc_m, o.hc_g, o.hc_a,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, c.result, c.tier,
         strata_payout(o.pay_kind, o.stake, o.odds, o.odds_tiers, o.pay_cap, c.result, c.tier, c.hits,
             c.pushed) as payout
    from (select * from outcomes c where c.merchant_id = $1::integer and c.period_id = $2::integer
        and c.version = $4::integer) c
    join orders o on o.merchant_id = $1::integer and o.period_id = $2::integer and o.day = $3::date and not (o.kind = 2
        and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = $1::integer and u.period_id = $2::integer and u.state not in ('confirmed', 'corrected')))
          and o.play = c.play and o.item = c.item
   where c.result <> 0
     and o.id not in (select x.order_id from voids x where x.merchant_id = $1::integer and x.period_id = $2::integer)
  union all
  select o.id, o.bettor, o.play, o.pankou, o.kind, o.taker, o.stake, o.s_h, o.s_m, o.s_g, o.s_a, o.r_m, o.r_g, o.r_a,
      o.r_b, o.lu_m, o.lu_g, o.lu_a, o.lu_b, o.ps_m, o.ps_g, o.ps_a, o.hc_h, o.hc_m, o.hc_g, o.hc_a,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, 2::smallint, 0::smallint, o.stake
    from voids x
    join orders o on o.merchant_id = $1::integer and o.period_id = $2::integer and o.day = $3::date and not (o.kind = 2
        and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = $1::integer and u.period_id = $2::integer and u.state not in ('confirmed', 'corrected')))
          and o.id = x.order_id
   where x.merchant_id = $1::integer and x.period_id = $2::integer) j where j.id = $8::bigint) w offset '0') w) d),
payouts_written as (
  insert into payouts (merchant_id, period_id, version, order_id, result, tier, amount)
  select $1::integer, $2::integer, $4::integer, w.id, w.result, w.tier, w.payout from won w order by w.id),
moved as not materialized (select * from won),
shifted as materialized (
  select grouping(w.bettor) as level, w.bettor, w.seat, w.play, w.pankou, w.kind, w.taker, 0::bigint as orders,
      0::bigint as stake, strata_sum(w.valid) as valid, strata_sum(w.payout) as payout, strata_sum(w.u_m) as u_m,
      strata_sum(w.u_g) as u_g, strata_sum(w.u_a) as u_a, strata_sum(w.u_b) as u_b, strata_sum(w.pv_m) as pv_m,
      strata_sum(w.pv_g) as pv_g, strata_sum(w.pv_a) as pv_a, strata_sum(w.pw_m) as pw_m, strata_sum(w.pw_g) as pw_g,
      strata_sum(w.pw_a) as pw_a, -strata_sum(w.payout) as pw_b, strata_sum(w.hc_h) as hc_h, strata_sum(w.hc_m) as hc_m,
      strata_sum(w.hc_g) as hc_g, strata_sum(w.hc_a) as hc_a
    from moved w
   group by grouping sets ((w.bettor, w.kind, w.taker), (w.seat, w.play, w.pankou, w.kind, w.taker))),
by_bettor as materialized (
  select b.*, coalesce(p.parent_id, 0) as parent_id, p.chain_m as m, p.chain_g as g, p.chain_a as a,
         case when b.kind = 0 then null else b.bettor end as own
    from (select l.bettor, l.kind, l.taker, strata_sum(l.orders) as orders, strata_sum(l.stake) as stake,
        strata_sum(l.valid) as valid, strata_sum(l.payout) as payout, strata_sum(l.u_m) as u_m,
        strata_sum(l.u_g) as u_g, strata_sum(l.u_a) as u_a, strata_sum(l.u_b) as u_b, strata_sum(l.pv_m) as pv_m,
        strata_sum(l.pv_g) as pv_g, strata_sum(l.pv_a) as pv_a, strata_sum(l.pw_m) as pw_m, strata_sum(l.pw_g) as pw_g,
        strata_sum(l.pw_a) as pw_a, strata_sum(l.pw_b) as pw_b, strata_sum(l.hc_h) as hc_h, strata_sum(l.hc_m) as hc_m,
        strata_sum(l.hc_g) as hc_g, strata_sum(l.hc_a) as hc_a, min(l.smin_h) as smin_h, min(l.smin_m) as smin_m,
        min(l.smin_g) as smin_g, min(l.smin_a) as smin_a, max(l.smax_h) as smax_h, max(l.smax_m) as smax_m,
        max(l.smax_g) as smax_g, max(l.smax_a) as smax_a
            from (select bettor, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m,
                pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a, smin_h, smin_m, smin_g, smin_a, smax_h, smax_m, smax_g,
                smax_a from lost where level = 0 union all
   select bettor, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a,
       pw_b, hc_h, hc_m, hc_g, hc_a, 32767::smallint as smin_h, 32767::smallint as smin_m, 32767::smallint as smin_g,
       32767::smallint as smin_a, -1::smallint as smax_h, -1::smallint as smax_m, -1::smallint as smax_g,
       -1::smallint as smax_a from shifted where level = 0) l
           group by l.bettor, l.kind, l.taker) b
    left join paths p on p.merchant_id = $1::integer and p.id = b.bettor),
by_seat as materialized (
  select c.*, p.chain_m as m, p.chain_g as g, p.chain_a as a, case when c.kind = 0 then null else c.seat end as own
    from (select l.seat, l.play, l.pankou, l.kind, l.taker, strata_sum(l.orders) as orders,
        strata_sum(l.stake) as stake, strata_sum(l.valid) as valid, strata_sum(l.payout) as payout,
        strata_sum(l.u_m) as u_m, strata_sum(l.u_g) as u_g, strata_sum(l.u_a) as u_a, strata_sum(l.u_b) as u_b,
        strata_sum(l.pv_m) as pv_m, strata_sum(l.pv_g) as pv_g, strata_sum(l.pv_a) as pv_a, strata_sum(l.pw_m) as pw_m,
        strata_sum(l.pw_g) as pw_g, strata_sum(l.pw_a) as pw_a, strata_sum(l.pw_b) as pw_b, strata_sum(l.hc_h) as hc_h,
        strata_sum(l.hc_m) as hc_m, strata_sum(l.hc_g) as hc_g, strata_sum(l.hc_a) as hc_a
            from (select seat, play, pankou, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g,
                pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a from lost where level = 1 union all
   select seat, play, pankou, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m,
       pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a from shifted where level = 1) l
           group by l.seat, l.play, l.pankou, l.kind, l.taker) c
    left join paths p on p.merchant_id = $1::integer and p.id = c.seat),
paths_written as (
  insert into rollup_paths (merchant_id, day, game_id, path_id, as_bettor, kind, taker, parent_id, orders, stake, valid,
      payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a, smin_h, smin_m,
      smin_g, smin_a, smax_h, smax_m, smax_g, smax_a)
  select $1::integer, $3::date, $6::smallint, r.path_id, r.as_bettor, r.kind, r.taker, r.parent_id, r.orders, r.stake,
      r.valid, r.payout, r.u_m, r.u_g, r.u_a, r.u_b, r.pv_m, r.pv_g, r.pv_a, r.pw_m, r.pw_g, r.pw_a, r.pw_b, r.hc_h,
      r.hc_m, r.hc_g, r.hc_a, r.smin_h, r.smin_m, r.smin_g, r.smin_a, r.smax_h, r.smax_m, r.smax_g, r.smax_a
    from (select b.bettor as path_id, true as as_bettor, b.kind, b.taker, b.parent_id,
                 b.orders, b.stake, b.valid, b.payout, b.u_m, b.u_g, b.u_a, b.u_b, b.pv_m, b.pv_g, b.pv_a, b.pw_m,
                     b.pw_g, b.pw_a, b.pw_b, b.hc_h, b.hc_m, b.hc_g, b.hc_a, b.smin_h, b.smin_m, b.smin_g, b.smin_a,
                     b.smax_h, b.smax_m, b.smax_g, b.smax_a
            from by_bettor b
          union all
          select n.path_id, false, c.kind, c.taker, n.parent_id, strata_sum(c.orders) as orders,
              strata_sum(c.stake) as stake, strata_sum(c.valid) as valid, strata_sum(c.payout) as payout,
              strata_sum(c.u_m) as u_m, strata_sum(c.u_g) as u_g, strata_sum(c.u_a) as u_a, strata_sum(c.u_b) as u_b,
              strata_sum(c.pv_m) as pv_m, strata_sum(c.pv_g) as pv_g, strata_sum(c.pv_a) as pv_a,
              strata_sum(c.pw_m) as pw_m, strata_sum(c.pw_g) as pw_g, strata_sum(c.pw_a) as pw_a,
              strata_sum(c.pw_b) as pw_b, strata_sum(c.hc_h) as hc_h, strata_sum(c.hc_m) as hc_m,
              strata_sum(c.hc_g) as hc_g, strata_sum(c.hc_a) as hc_a, min(c.smin_h) as smin_h, min(c.smin_m) as smin_m,
              min(c.smin_g) as smin_g, min(c.smin_a) as smin_a, max(c.smax_h) as smax_h, max(c.smax_m) as smax_m,
              max(c.smax_g) as smax_g, max(c.smax_a) as smax_a
            from by_bettor c cross join lateral (values (0, 1, 0), (1, c.m, 1), (2, c.g, c.m),
                (3, c.a, coalesce(c.g, c.m)))
   as n (role, path_id, parent_id)
           where n.path_id is not null and n.role > 0
             and (c.kind = 0 or (c.kind = 1 and n.role > c.taker and n.path_id <> c.own))
           group by n.path_id, c.kind, c.taker, n.parent_id) r
   order by r.path_id, r.as_bettor, r.kind, r.taker
  on conflict (merchant_id, path_id, day, game_id, as_bettor, kind, taker) do update set
    orders = rollup_paths.orders + excluded.orders, stake = rollup_paths.stake + excluded.stake,
        valid = rollup_paths.valid + excluded.valid, payout = rollup_paths.payout + excluded.payout,
        u_m = rollup_paths.u_m + excluded.u_m, u_g = rollup_paths.u_g + excluded.u_g,
        u_a = rollup_paths.u_a + excluded.u_a, u_b = rollup_paths.u_b + excluded.u_b,
        pv_m = rollup_paths.pv_m + excluded.pv_m, pv_g = rollup_paths.pv_g + excluded.pv_g,
        pv_a = rollup_paths.pv_a + excluded.pv_a, pw_m = rollup_paths.pw_m + excluded.pw_m,
        pw_g = rollup_paths.pw_g + excluded.pw_g, pw_a = rollup_paths.pw_a + excluded.pw_a,
        pw_b = rollup_paths.pw_b + excluded.pw_b, hc_h = rollup_paths.hc_h + excluded.hc_h,
        hc_m = rollup_paths.hc_m + excluded.hc_m, hc_g = rollup_paths.hc_g + excluded.hc_g,
        hc_a = rollup_paths.hc_a + excluded.hc_a,
    smin_h = least(rollup_paths.smin_h, excluded.smin_h), smax_h = greatest(rollup_paths.smax_h, excluded.smax_h),
        smin_m = least(rollup_paths.smin_m, excluded.smin_m), smax_m = greatest(rollup_paths.smax_m, excluded.smax_m),
        smin_g = least(rollup_paths.smin_g, excluded.smin_g), smax_g = greatest(rollup_paths.smax_g, excluded.smax_g),
        smin_a = least(rollup_paths.smin_a, excluded.smin_a), smax_a = greatest(rollup_paths.smax_a, excluded.smax_a)),
plays_written as (
  insert into rollup_plays (merchant_id, day, game_id, play, pankou, path_id, own, kind, taker, orders, stake, valid,
      payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a)
  select $1::integer, $3::date, $6::smallint, c.play, c.pankou, n.path_id, n.own, c.kind, c.taker,
      strata_sum(c.orders) as orders, strata_sum(c.stake) as stake, strata_sum(c.valid) as valid,
      strata_sum(c.payout) as payout, strata_sum(c.u_m) as u_m, strata_sum(c.u_g) as u_g, strata_sum(c.u_a) as u_a,
      strata_sum(c.u_b) as u_b, strata_sum(c.pv_m) as pv_m, strata_sum(c.pv_g) as pv_g, strata_sum(c.pv_a) as pv_a,
      strata_sum(c.pw_m) as pw_m, strata_sum(c.pw_g) as pw_g, strata_sum(c.pw_a) as pw_a, strata_sum(c.pw_b) as pw_b,
      strata_sum(c.hc_h) as hc_h, strata_sum(c.hc_m) as hc_m, strata_sum(c.hc_g) as hc_g, strata_sum(c.hc_a) as hc_a
    from by_seat c
   cross join lateral (
         select n.path_id, false as own from (values (0, 1, 0), (1, c.m, 1), (2, c.g, c.m),
             (3, c.a, coalesce(c.g, c.m)))
   as n (role, path_id, parent_id)
          where n.path_id is not null
            and (c.kind = 0 or (c.kind = 1 and n.role >= c.taker and n.path_id <> c.own))
         union all
         select c.own, true where c.kind <> 0) n
   group by n.path_id, n.own, c.play, c.pankou, c.kind, c.taker
   order by n.path_id, c.play, c.pankou, n.own, c.kind, c.taker
  on conflict (merchant_id, path_id, day, game_id, play, pankou, own, kind, taker) do update set
    orders = rollup_plays.orders + excluded.orders, stake = rollup_plays.stake + excluded.stake,
        valid = rollup_plays.valid + excluded.valid, payout = rollup_plays.payout + excluded.payout,
        u_m = rollup_plays.u_m + excluded.u_m, u_g = rollup_plays.u_g + excluded.u_g,
        u_a = rollup_plays.u_a + excluded.u_a, u_b = rollup_plays.u_b + excluded.u_b,
        pv_m = rollup_plays.pv_m + excluded.pv_m, pv_g = rollup_plays.pv_g + excluded.pv_g,
        pv_a = rollup_plays.pv_a + excluded.pv_a, pw_m = rollup_plays.pw_m + excluded.pw_m,
        pw_g = rollup_plays.pw_g + excluded.pw_g, pw_a = rollup_plays.pw_a + excluded.pw_a,
        pw_b = rollup_plays.pw_b + excluded.pw_b, hc_h = rollup_plays.hc_h + excluded.hc_h,
        hc_m = rollup_plays.hc_m + excluded.hc_m, hc_g = rollup_plays.hc_g + excluded.hc_g,
        hc_a = rollup_plays.hc_a + excluded.hc_a),
postings_written as (
  insert into postings (merchant_id, period_id, version, path_id, kind, amount, stake)
  select $1::integer, $2::integer, $7::integer, b.bettor, 'correction', -b.u_b, 0
    from by_bettor b
   where b.kind = 0 and b.u_b <> 0)
select (select count(*) from won)::integer as payouts, $5::integer as from_version;

-- settleLarge, statement 1: period 42 of merchant 7, cut at pages 1000 and 2000
set local max_parallel_workers_per_gather = 2;

-- settleLarge, statement 2: period 42 of merchant 7, cut at pages 1000 and 2000
set local parallel_setup_cost = 0;

-- settleLarge, statement 3: period 42 of merchant 7, cut at pages 1000 and 2000
set local min_parallel_table_scan_size = 0;

-- settleLarge, statement 4: period 42 of merchant 7, cut at pages 1000 and 2000
set local parallel_tuple_cost = 0.01;

-- settleLarge, statement 5: period 42 of merchant 7, cut at pages 1000 and 2000
create temporary table lost on commit drop as
  select grouping(o.bettor) as level, o.bettor,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, o.play, o.pankou, o.kind,
      coalesce(o.taker, 9)::smallint as taker,
         count(*)::bigint as orders, strata_sum(o.stake)::bigint as stake, strata_sum(o.stake)::bigint as valid,
             0::bigint as payout, strata_sum(o.lu_m)::bigint as u_m, strata_sum(o.lu_g)::bigint as u_g,
             strata_sum(o.lu_a)::bigint as u_a, strata_sum(o.lu_b)::bigint as u_b, strata_sum(o.ps_m)::bigint as pv_m,
             strata_sum(o.ps_g)::bigint as pv_g, strata_sum(o.ps_a)::bigint as pv_a, strata_sum(o.ps_m)::bigint as pw_m,
             strata_sum(o.ps_g)::bigint as pw_g, strata_sum(o.ps_a)::bigint as pw_a,
             strata_sum(o.stake)::bigint as pw_b, strata_sum(o.hc_h)::bigint as hc_h,
             strata_sum(o.hc_m)::bigint as hc_m, strata_sum(o.hc_g)::bigint as hc_g, strata_sum(o.hc_a)::bigint as hc_a,
             o.s_h as smin_h, o.s_m as smin_m, o.s_g as smin_g, o.s_a as smin_a, o.s_h as smax_h, o.s_m as smax_m,
             o.s_g as smax_g, o.s_a as smax_a
    from orders o where o.merchant_id = 7::integer and o.period_id = 42::integer and o.day = '2026-01-31'::date
        and not (o.kind = 2 and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = 7::integer and u.period_id = 42::integer and u.state not in ('confirmed', 'corrected')))
          and o.ctid >= '(0,0)' and o.ctid < '(1000,0)'
   group by grouping sets ((o.bettor, o.kind, o.taker, o.s_h, o.s_m, o.s_g, o.s_a),
       (seat, o.play, o.pankou, o.kind, o.taker)) union all
  select grouping(o.bettor) as level, o.bettor,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, o.play, o.pankou, o.kind,
      coalesce(o.taker, 9)::smallint as taker,
         count(*)::bigint as orders, strata_sum(o.stake)::bigint as stake, strata_sum(o.stake)::bigint as valid,
             0::bigint as payout, strata_sum(o.lu_m)::bigint as u_m, strata_sum(o.lu_g)::bigint as u_g,
             strata_sum(o.lu_a)::bigint as u_a, strata_sum(o.lu_b)::bigint as u_b, strata_sum(o.ps_m)::bigint as pv_m,
             strata_sum(o.ps_g)::bigint as pv_g, strata_sum(o.ps_a)::bigint as pv_a, strata_sum(o.ps_m)::bigint as pw_m,
             strata_sum(o.ps_g)::bigint as pw_g, strata_sum(o.ps_a)::bigint as pw_a,
             strata_sum(o.stake)::bigint as pw_b, strata_sum(o.hc_h)::bigint as hc_h,
             strata_sum(o.hc_m)::bigint as hc_m, strata_sum(o.hc_g)::bigint as hc_g, strata_sum(o.hc_a)::bigint as hc_a,
             o.s_h as smin_h, o.s_m as smin_m, o.s_g as smin_g, o.s_a as smin_a, o.s_h as smax_h, o.s_m as smax_m,
             o.s_g as smax_g, o.s_a as smax_a
    from orders o where o.merchant_id = 7::integer and o.period_id = 42::integer and o.day = '2026-01-31'::date
        and not (o.kind = 2 and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = 7::integer and u.period_id = 42::integer and u.state not in ('confirmed', 'corrected')))
          and o.ctid >= '(1000,0)' and o.ctid < '(2000,0)'
   group by grouping sets ((o.bettor, o.kind, o.taker, o.s_h, o.s_m, o.s_g, o.s_a),
       (seat, o.play, o.pankou, o.kind, o.taker)) union all
  select grouping(o.bettor) as level, o.bettor,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, o.play, o.pankou, o.kind,
      coalesce(o.taker, 9)::smallint as taker,
         count(*)::bigint as orders, strata_sum(o.stake)::bigint as stake, strata_sum(o.stake)::bigint as valid,
             0::bigint as payout, strata_sum(o.lu_m)::bigint as u_m, strata_sum(o.lu_g)::bigint as u_g,
             strata_sum(o.lu_a)::bigint as u_a, strata_sum(o.lu_b)::bigint as u_b, strata_sum(o.ps_m)::bigint as pv_m,
             strata_sum(o.ps_g)::bigint as pv_g, strata_sum(o.ps_a)::bigint as pv_a, strata_sum(o.ps_m)::bigint as pw_m,
             strata_sum(o.ps_g)::bigint as pw_g, strata_sum(o.ps_a)::bigint as pw_a,
             strata_sum(o.stake)::bigint as pw_b, strata_sum(o.hc_h)::bigint as hc_h,
             strata_sum(o.hc_m)::bigint as hc_m, strata_sum(o.hc_g)::bigint as hc_g, strata_sum(o.hc_a)::bigint as hc_a,
             o.s_h as smin_h, o.s_m as smin_m, o.s_g as smin_g, o.s_a as smin_a, o.s_h as smax_h, o.s_m as smax_m,
             o.s_g as smax_g, o.s_a as smax_a
    from orders o where o.merchant_id = 7::integer and o.period_id = 42::integer and o.day = '2026-01-31'::date
        and not (o.kind = 2 and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = 7::integer and u.period_id = 42::integer and u.state not in ('confirmed', 'corrected')))
          and o.ctid >= '(2000,0)'
   group by grouping sets ((o.bettor, o.kind, o.taker, o.s_h, o.s_m, o.s_g, o.s_a),
       (seat, o.play, o.pankou, o.kind, o.taker));

-- settleLarge, statement 6: period 42 of merchant 7, cut at pages 1000 and 2000
create temporary table won on commit drop as
  select d.id, d.result, d.tier, d.payout, d.bettor, d.seat, d.play, d.pankou, d.kind,
      coalesce(d.taker, 9)::smallint as taker, (case when d.result = 2 then -d.stake end)::bigint as valid,
      (d.f_m - d.lu_m)::bigint as u_m, (d.f_g - d.lu_g)::bigint as u_g, (d.f_a - d.lu_a)::bigint as u_a,
      (d.f_b - d.lu_b)::bigint as u_b, (case when d.result = 2 then -d.ps_m end)::bigint as pv_m,
      (case when d.result = 2 then -d.ps_g end)::bigint as pv_g,
      (case when d.result = 2 then -d.ps_a end)::bigint as pv_a, (d.w_m - d.ps_m)::bigint as pw_m,
      (d.w_g - d.ps_g)::bigint as pw_g, (d.w_a - d.ps_a)::bigint as pw_a,
      (case when d.result = 2 then -d.hc_h end)::bigint as hc_h,
      (case when d.result = 2 then -d.hc_m end)::bigint as hc_m,
      (case when d.result = 2 then -d.hc_g end)::bigint as hc_g,
      (case when d.result = 2 then -d.hc_a end)::bigint as hc_a
    from (
  select w.*, case when w.result = 2 then 0 when w.n_m is null then strata_flow(w.s_h, w.stake, w.payout, w.r_m, 1)
            else (abs(w.n_m) + 499999999 + (abs(w.n_m) / 1000000000 & 1)) / 1000000000 * case when w.n_m < 0 then -1
                else 1 end end as f_m, case when w.result = 2 then 0
                when w.n_g is null then strata_flow((w.s_h + w.s_m), w.stake, w.payout, w.r_g, 1)
            else (abs(w.n_g) + 499999999 + (abs(w.n_g) / 1000000000 & 1)) / 1000000000 * case when w.n_g < 0 then -1
                else 1 end end as f_g, case when w.result = 2 then 0
                when w.n_a is null then strata_flow((w.s_h + w.s_m + w.s_g), w.stake, w.payout, w.r_a, 1)
            else (abs(w.n_a) + 499999999 + (abs(w.n_a) / 1000000000 & 1)) / 1000000000 * case when w.n_a < 0 then -1
                else 1 end end as f_a,
                case when w.result = 2 then 0 when w.n_b is null then strata_flow(10000, w.stake, w.payout, w.r_b, 1)
            else (abs(w.n_b) + 499999999 + (abs(w.n_b) / 1000000000 & 1)) / 1000000000 * case when w.n_b < 0 then -1
                else 1 end end as f_b,
                case when w.result = 2 then 0 when w.i_m is null then strata_part(w.s_h, w.stake - w.payout)
            else (abs(w.i_m) + 4999 + (abs(w.i_m) / 10000 & 1)) / 10000 * case when w.i_m < 0 then -1
                else 1 end end as w_m,
                case when w.result = 2 then 0 when w.i_g is null then strata_part((w.s_h + w.s_m), w.stake - w.payout)
            else (abs(w.i_g) + 4999 + (abs(w.i_g) / 10000 & 1)) / 10000 * case when w.i_g < 0 then -1
                else 1 end end as w_g, case when w.result = 2 then 0
                when w.i_a is null then strata_part((w.s_h + w.s_m + w.s_g), w.stake - w.payout)
            else (abs(w.i_a) + 4999 + (abs(w.i_a) / 10000 & 1)) / 10000 * case when w.i_a < 0 then -1
                else 1 end end as w_a from (select w.*, case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * ((w.stake - w.payout) * 100000 - w.r_m * w.stake) end as n_m,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * ((w.stake - w.payout) * 100000 - w.r_g * w.stake) end as n_g,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * ((w.stake - w.payout) * 100000 - w.r_a * w.stake) end as n_a,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then 10000::bigint * ((w.stake - w.payout) * 100000 - w.r_b * w.stake) end as n_b,
                case when w.stake < 4000000000
                and w.payout < 4000000000 then w.s_h::bigint * (w.stake - w.payout) end as i_m, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m)::bigint * (w.stake - w.payout) end as i_g, case
                when w.stake < 4000000000
                and w.payout < 4000000000 then (w.s_h + w.s_m + w.s_g)::bigint * (w.stake - w.payout) end as i_a from (
  select o.id, o.bettor, o.play, o.pankou, o.kind, o.taker, o.stake, o.s_h, o.s_m, o.s_g, o.s_a, o.r_m, o.r_g, o.r_a,
      o.r_b, o.lu_m, o.lu_g, o.lu_a, o.lu_b, o.ps_m, o.ps_g, o.ps_a, o.hc_h, o.hc_m, o.hc_g, o.hc_a,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, c.result, c.tier,
         strata_payout(o.pay_kind, o.stake, o.odds, o.odds_tiers, o.pay_cap, c.result, c.tier, c.hits,
             c.pushed) as payout
    from (select * from outcomes c where c.merchant_id = 7::integer and c.period_id = 42::integer
        and c.version = 1::integer) c
    join orders o on o.merchant_id = 7::integer and o.period_id = 42::integer and o.day = '2026-01-31'::date
        and not (o.kind = 2 and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = 7::integer and u.period_id = 42::integer and u.state not in ('confirmed', 'corrected')))
          and o.play = c.play and o.item = c.item
   where c.result <> 0
     and o.id not in (select x.order_id from voids x where x.merchant_id = 7::integer and x.period_id = 42::integer)
  union all
  select o.id, o.bettor, o.play, o.pankou, o.kind, o.taker, o.stake, o.s_h, o.s_m, o.s_g, o.s_a, o.r_m, o.r_g, o.r_a,
      o.r_b, o.lu_m, o.lu_g, o.lu_a, o.lu_b, o.ps_m, o.ps_g, o.ps_a, o.hc_h, o.hc_m, o.hc_g, o.hc_a,
      case when o.kind = 0 then coalesce(o.a, o.g, o.m) else o.bettor end as seat, 2::smallint, 0::smallint, o.stake
    from voids x
    join orders o on o.merchant_id = 7::integer and o.period_id = 42::integer and o.day = '2026-01-31'::date
        and not (o.kind = 2 and o.id in (
     select u.order_id from fly_outs u
      where u.merchant_id = 7::integer and u.period_id = 42::integer and u.state not in ('confirmed', 'corrected')))
          and o.id = x.order_id
   where x.merchant_id = 7::integer and x.period_id = 42::integer) w offset '0') w) d;

-- settleLarge, statement 7: period 42 of merchant 7, cut at pages 1000 and 2000
set local enable_sort = off;

-- SETTLE_LARGE: the rest of a large settlement, over the temporary tables
with
payouts_written as (
  insert into payouts (merchant_id, period_id, version, order_id, result, tier, amount)
  select $1::integer, $2::integer, $4::integer, w.id, w.result, w.tier, w.payout from won w order by w.id),
moved as not materialized (select * from won),
shifted as materialized (
  select grouping(w.bettor) as level, w.bettor, w.seat, w.play, w.pankou, w.kind, w.taker, 0::bigint as orders,
      0::bigint as stake, strata_sum(w.valid) as valid, strata_sum(w.payout) as payout, strata_sum(w.u_m) as u_m,
      strata_sum(w.u_g) as u_g, strata_sum(w.u_a) as u_a, strata_sum(w.u_b) as u_b, strata_sum(w.pv_m) as pv_m,
      strata_sum(w.pv_g) as pv_g, strata_sum(w.pv_a) as pv_a, strata_sum(w.pw_m) as pw_m, strata_sum(w.pw_g) as pw_g,
      strata_sum(w.pw_a) as pw_a, -strata_sum(w.payout) as pw_b, strata_sum(w.hc_h) as hc_h, strata_sum(w.hc_m) as hc_m,
      strata_sum(w.hc_g) as hc_g, strata_sum(w.hc_a) as hc_a
    from moved w
   group by grouping sets ((w.bettor, w.kind, w.taker), (w.seat, w.play, w.pankou, w.kind, w.taker))),
by_bettor as materialized (
  select b.*, coalesce(p.parent_id, 0) as parent_id, p.chain_m as m, p.chain_g as g, p.chain_a as a,
         case when b.kind = 0 then null else b.bettor end as own
    from (select l.bettor, l.kind, l.taker, strata_sum(l.orders) as orders, strata_sum(l.stake) as stake,
        strata_sum(l.valid) as valid, strata_sum(l.payout) as payout, strata_sum(l.u_m) as u_m,
        strata_sum(l.u_g) as u_g, strata_sum(l.u_a) as u_a, strata_sum(l.u_b) as u_b, strata_sum(l.pv_m) as pv_m,
        strata_sum(l.pv_g) as pv_g, strata_sum(l.pv_a) as pv_a, strata_sum(l.pw_m) as pw_m, strata_sum(l.pw_g) as pw_g,
        strata_sum(l.pw_a) as pw_a, strata_sum(l.pw_b) as pw_b, strata_sum(l.hc_h) as hc_h, strata_sum(l.hc_m) as hc_m,
        strata_sum(l.hc_g) as hc_g, strata_sum(l.hc_a) as hc_a, min(l.smin_h) as smin_h, min(l.smin_m) as smin_m,
        min(l.smin_g) as smin_g, min(l.smin_a) as smin_a, max(l.smax_h) as smax_h, max(l.smax_m) as smax_m,
        max(l.smax_g) as smax_g, max(l.smax_a) as smax_a
            from (select bettor, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m,
                pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a, smin_h, smin_m, smin_g, smin_a, smax_h, smax_m, smax_g,
                smax_a from lost where level = 0 union all
   select bettor, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a,
       pw_b, hc_h, hc_m, hc_g, hc_a, 32767::smallint as smin_h, 32767::smallint as smin_m, 32767::smallint as smin_g,
       32767::smallint as smin_a, -1::smallint as smax_h, -1::smallint as smax_m, -1::smallint as smax_g,
       -1::smallint as smax_a from shifted where level = 0) l
           group by l.bettor, l.kind, l.taker) b
    left join paths p on p.merchant_id = $1::integer and p.id = b.bettor),
by_seat as materialized (
  select c.*, p.chain_m as m, p.chain_g as g, p.chain_a as a, case when c.kind = 0 then null else c.seat end as own
    from (select l.seat, l.play, l.pankou, l.kind, l.taker, strata_sum(l.orders) as orders,
        strata_sum(l.stake) as stake, strata_sum(l.valid) as valid, strata_sum(l.payout) as payout,
        strata_sum(l.u_m) as u_m, strata_sum(l.u_g) as u_g, strata_sum(l.u_a) as u_a, strata_sum(l.u_b) as u_b,
        strata_sum(l.pv_m) as pv_m, strata_sum(l.pv_g) as pv_g, strata_sum(l.pv_a) as pv_a, strata_sum(l.pw_m) as pw_m,
        strata_sum(l.pw_g) as pw_g, strata_sum(l.pw_a) as pw_a, strata_sum(l.pw_b) as pw_b, strata_sum(l.hc_h) as hc_h,
        strata_sum(l.hc_m) as hc_m, strata_sum(l.hc_g) as hc_g, strata_sum(l.hc_a) as hc_a
            from (select seat, play, pankou, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g,
                pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a from lost where level = 1 union all
   select seat, play, pankou, kind, taker, orders, stake, valid, payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m,
       pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a from shifted where level = 1) l
           group by l.seat, l.play, l.pankou, l.kind, l.taker) c
    left join paths p on p.merchant_id = $1::integer and p.id = c.seat),
paths_written as (
  insert into rollup_paths (merchant_id, day, game_id, path_id, as_bettor, kind, taker, parent_id, orders, stake, valid,
      payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a, smin_h, smin_m,
      smin_g, smin_a, smax_h, smax_m, smax_g, smax_a)
  select $1::integer, $3::date, $6::smallint, r.path_id, r.as_bettor, r.kind, r.taker, r.parent_id, r.orders, r.stake,
      r.valid, r.payout, r.u_m, r.u_g, r.u_a, r.u_b, r.pv_m, r.pv_g, r.pv_a, r.pw_m, r.pw_g, r.pw_a, r.pw_b, r.hc_h,
      r.hc_m, r.hc_g, r.hc_a, r.smin_h, r.smin_m, r.smin_g, r.smin_a, r.smax_h, r.smax_m, r.smax_g, r.smax_a
    from (select b.bettor as path_id, true as as_bettor, b.kind, b.taker, b.parent_id,
                 b.orders, b.stake, b.valid, b.payout, b.u_m, b.u_g, b.u_a, b.u_b, b.pv_m, b.pv_g, b.pv_a, b.pw_m,
                     b.pw_g, b.pw_a, b.pw_b, b.hc_h, b.hc_m, b.hc_g, b.hc_a, b.smin_h, b.smin_m, b.smin_g, b.smin_a,
                     b.smax_h, b.smax_m, b.smax_g, b.smax_a
            from by_bettor b
          union all
          select n.path_id, false, c.kind, c.taker, n.parent_id, strata_sum(c.orders) as orders,
              strata_sum(c.stake) as stake, strata_sum(c.valid) as valid, strata_sum(c.payout) as payout,
              strata_sum(c.u_m) as u_m, strata_sum(c.u_g) as u_g, strata_sum(c.u_a) as u_a, strata_sum(c.u_b) as u_b,
              strata_sum(c.pv_m) as pv_m, strata_sum(c.pv_g) as pv_g, strata_sum(c.pv_a) as pv_a,
              strata_sum(c.pw_m) as pw_m, strata_sum(c.pw_g) as pw_g, strata_sum(c.pw_a) as pw_a,
              strata_sum(c.pw_b) as pw_b, strata_sum(c.hc_h) as hc_h, strata_sum(c.hc_m) as hc_m,
              strata_sum(c.hc_g) as hc_g, strata_sum(c.hc_a) as hc_a, min(c.smin_h) as smin_h, min(c.smin_m) as smin_m,
              min(c.smin_g) as smin_g, min(c.smin_a) as smin_a, max(c.smax_h) as smax_h, max(c.smax_m) as smax_m,
              max(c.smax_g) as smax_g, max(c.smax_a) as smax_a
            from by_bettor c cross join lateral (values (0, 1, 0), (1, c.m, 1), (2, c.g, c.m),
                (3, c.a, coalesce(c.g, c.m)))
   as n (role, path_id, parent_id)
           where n.path_id is not null and n.role > 0
             and (c.kind = 0 or (c.kind = 1 and n.role > c.taker and n.path_id <> c.own))
           group by n.path_id, c.kind, c.taker, n.parent_id) r
   order by r.path_id, r.as_bettor, r.kind, r.taker
  on conflict (merchant_id, path_id, day, game_id, as_bettor, kind, taker) do update set
    orders = rollup_paths.orders + excluded.orders, stake = rollup_paths.stake + excluded.stake,
        valid = rollup_paths.valid + excluded.valid, payout = rollup_paths.payout + excluded.payout,
        u_m = rollup_paths.u_m + excluded.u_m, u_g = rollup_paths.u_g + excluded.u_g,
        u_a = rollup_paths.u_a + excluded.u_a, u_b = rollup_paths.u_b + excluded.u_b,
        pv_m = rollup_paths.pv_m + excluded.pv_m, pv_g = rollup_paths.pv_g + excluded.pv_g,
        pv_a = rollup_paths.pv_a + excluded.pv_a, pw_m = rollup_paths.pw_m + excluded.pw_m,
        pw_g = rollup_paths.pw_g + excluded.pw_g, pw_a = rollup_paths.pw_a + excluded.pw_a,
        pw_b = rollup_paths.pw_b + excluded.pw_b, hc_h = rollup_paths.hc_h + excluded.hc_h,
        hc_m = rollup_paths.hc_m + excluded.hc_m, hc_g = rollup_paths.hc_g + excluded.hc_g,
        hc_a = rollup_paths.hc_a + excluded.hc_a,
    smin_h = least(rollup_paths.smin_h, excluded.smin_h), smax_h = greatest(rollup_paths.smax_h, excluded.smax_h),
        smin_m = least(rollup_paths.smin_m, excluded.smin_m), smax_m = greatest(rollup_paths.smax_m, excluded.smax_m),
        smin_g = least(rollup_paths.smin_g, excluded.smin_g), smax_g = greatest(rollup_paths.smax_g, excluded.smax_g),
        smin_a = least(rollup_paths.smin_a, excluded.smin_a), smax_a = greatest(rollup_paths.smax_a, excluded.smax_a)),
plays_written as (
  insert into rollup_plays (merchant_id, day, game_id, play, pankou, path_id, own, kind, taker, orders, stake, valid,
      payout, u_m, u_g, u_a, u_b, pv_m, pv_g, pv_a, pw_m, pw_g, pw_a, pw_b, hc_h, hc_m, hc_g, hc_a)
  select $1::integer, $3::date, $6::smallint, c.play, c.pankou, n.path_id, n.own, c.kind, c.taker,
      strata_sum(c.orders) as orders, strata_sum(c.stake) as stake, strata_sum(c.valid) as valid,
      strata_sum(c.payout) as payout, strata_sum(c.u_m) as u_m, strata_sum(c.u_g) as u_g, strata_sum(c.u_a) as u_a,
      strata_sum(c.u_b) as u_b, strata_sum(c.pv_m) as pv_m, strata_sum(c.pv_g) as pv_g, strata_sum(c.pv_a) as pv_a,
      strata_sum(c.pw_m) as pw_m, strata_sum(c.pw_g) as pw_g, strata_sum(c.pw_a) as pw_a, strata_sum(c.pw_b) as pw_b,
      strata_sum(c.hc_h) as hc_h, strata_sum(c.hc_m) as hc_m, strata_sum(c.hc_g) as hc_g, strata_sum(c.hc_a) as hc_a
    from by_seat c
   cross join lateral (
         select n.path_id, false as own from (values (0, 1, 0), (1, c.m, 1), (2, c.g, c.m),
             (3, c.a, coalesce(c.g, c.m)))
   as n (role, path_id, parent_id)
          where n.path_id is not null
            and (c.kind = 0 or (c.kind = 1 and n.role >= c.taker and n.path_id <> c.own))
         union all
         select c.own, true where c.kind <> 0) n
   group by n.path_id, n.own, c.play, c.pankou, c.kind, c.taker
   order by n.path_id, c.play, c.pankou, n.own, c.kind, c.taker
  on conflict (merchant_id, path_id, day, game_id, play, pankou, own, kind, taker) do update set
    orders = rollup_plays.orders + excluded.orders, stake = rollup_plays.stake + excluded.stake,
        valid = rollup_plays.valid + excluded.valid, payout = rollup_plays.payout + excluded.payout,
        u_m = rollup_plays.u_m + excluded.u_m, u_g = rollup_plays.u_g + excluded.u_g,
        u_a = rollup_plays.u_a + excluded.u_a, u_b = rollup_plays.u_b + excluded.u_b,
        pv_m = rollup_plays.pv_m + excluded.pv_m, pv_g = rollup_plays.pv_g + excluded.pv_g,
        pv_a = rollup_plays.pv_a + excluded.pv_a, pw_m = rollup_plays.pw_m + excluded.pw_m,
        pw_g = rollup_plays.pw_g + excluded.pw_g, pw_a = rollup_plays.pw_a + excluded.pw_a,
        pw_b = rollup_plays.pw_b + excluded.pw_b, hc_h = rollup_plays.hc_h + excluded.hc_h,
        hc_m = rollup_plays.hc_m + excluded.hc_m, hc_g = rollup_plays.hc_g + excluded.hc_g,
        hc_a = rollup_plays.hc_a + excluded.hc_a),
postings_written as (
  insert into postings (merchant_id, period_id, version, path_id, kind, amount, stake)
  select $1::integer, $2::integer, $7::integer, b.bettor, k.kind, k.amount, k.stake
    from by_bettor b
    left join (select e.path_id, sum(e.amount)::bigint as refunded, sum(e.stake)::bigint as released
                 from postings e where e.merchant_id = $1::integer
                     and e.period_id = $2::integer group by e.path_id) e on e.path_id = b.bettor
   cross join lateral (values
          ('commission', b.stake - b.payout - b.u_b, b.stake - coalesce(e.released, 0)),
          ('payout', b.payout - (b.stake - b.valid), 0),
          ('refund', b.stake - b.valid - coalesce(e.refunded, 0), 0)) k (kind, amount, stake)
   where b.kind = 0 and (k.amount <> 0 or k.stake <> 0))
select (select count(*) from won)::integer as payouts, $5::integer as from_version;
