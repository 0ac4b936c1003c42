-- The arithmetic of the book as SQL: the same integers as packages/domain/book, proved against it by a property test.
-- Small amounts stay in bigint; beyond the bound the exact product would pass 2^63 and numeric takes over.
-- None is declared strict: a strict function that holds a case is never inlined, and costs 28 times as much.

-- numerator / denominator, half to even. numerator within bigint.
create function strata_half_even(n bigint, d bigint) returns bigint
language sql immutable parallel safe as $$
  select n / d + case
    when abs(n % d) * 2 > d or (abs(n % d) * 2 = d and (n / d) % 2 <> 0) then sign(n)::bigint
    else 0 end
$$;

create function strata_half_even_wide(n numeric, d numeric) returns bigint
language sql immutable parallel safe as $$
  select (div(n, d) + case
    when abs(mod(n, d)) * 2 > d or (abs(mod(n, d)) * 2 = d and mod(div(n, d), 2) <> 0) then sign(n)
    else 0 end)::bigint
$$;

-- Flow a level owes its parent: s = share held above it (1/10,000), x stake, p payout, r rate (1/100,000), v = 1 if turnover.
create function strata_flow(s bigint, x bigint, p bigint, r bigint, v bigint) returns bigint
language sql immutable parallel safe as $$
  select case
    when x < 4000000000 and p < 4000000000 then strata_half_even(s * ((x - p) * 100000 - v * r * x), 1000000000)
    else strata_half_even_wide(s::numeric * ((x - p)::numeric * 100000 - v::numeric * r * x), 1000000000) end
$$;

-- Part of an amount held above a level.
create function strata_part(s bigint, amount bigint) returns bigint
language sql immutable parallel safe as $$
  select case
    when abs(amount) < 400000000000000 then strata_half_even(s * amount, 10000)
    else strata_half_even_wide(s::numeric * amount, 10000) end
$$;

-- Payout of a winning or refunded order, stake included, floored once.
-- kind: 0 one price, 1 tiers, 2 multiplied by hits, 3 legs (pushed: bit mask). result: 0 lose, 1 win, 2 refund.
create function strata_payout(kind smallint, x bigint, odds bigint, tiers bigint[], cap bigint,
                              result smallint, tier smallint, hits smallint, pushed integer) returns bigint
language sql immutable parallel safe as $$
  select case
    when result = 0 then 0
    when result = 2 then x
    else least(coalesce(cap, 9223372036854775807), case kind
      when 0 then (x / 10000) * odds + (x % 10000) * odds / 10000
      when 1 then (x / 10000) * tiers[tier + 1] + (x % 10000) * tiers[tier + 1] / 10000
      when 2 then (x / 10000) * (10000 + hits * (odds - 10000)) + (x % 10000) * (10000 + hits * (odds - 10000)) / 10000
      else least(9223372036854775807, div(x::numeric
        * case when tiers[1] is null or pushed & 1 <> 0 then 10000 else tiers[1] end
        * case when tiers[2] is null or pushed & 2 <> 0 then 10000 else tiers[2] end
        * case when tiers[3] is null or pushed & 4 <> 0 then 10000 else tiers[3] end
        * case when tiers[4] is null or pushed & 8 <> 0 then 10000 else tiers[4] end
        * case when tiers[5] is null or pushed & 16 <> 0 then 10000 else tiers[5] end
        * case when tiers[6] is null or pushed & 32 <> 0 then 10000 else tiers[6] end,
        1000000000000000000000000))::bigint
      end) end
$$;

-- A sum that stays bigint (sum() of bigint is numeric, three times the work) and fails on overflow. Zero of no rows.
create aggregate strata_sum(bigint) (sfunc = int8pl, stype = bigint, combinefunc = int8pl, initcond = '0', parallel = safe);
