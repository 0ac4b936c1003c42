/**
 * Says that prepared statements are planned once, whatever their values. A Citus coordinator must know the merchant to
 * find the machine, so there each is planned with its values.
 */
export const planOnceText = (reach: 'transaction' | 'session'): string =>
  `select set_config('plan_cache_mode',
          case when exists (select from pg_extension where extname = 'citus') then 'auto' else 'force_generic_plan' end,
          ${reach === 'transaction'})`
