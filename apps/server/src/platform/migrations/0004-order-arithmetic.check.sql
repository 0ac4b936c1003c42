-- the worked example: 1,000 yuan at 1.98 won, shares 30/20/20/30, rates 1.0 1.5 2.0 2.5
select 'flow' as wrong
 where strata_flow(10000, 10000000, 19800000, 1000, 1) <> -9900000
    or strata_flow(7000, 10000000, 19800000, 1500, 1) <> -6965000
    or strata_flow(5000, 10000000, 0, 2000, 1) <> 4900000
    or strata_payout(0::smallint, 10000000, 19800, null, null, 1::smallint, 0::smallint, 1::smallint, 0) <> 19800000
    or strata_half_even(5, 10) <> 0 or strata_half_even(15, 10) <> 2 or strata_half_even(-15, 10) <> -2
