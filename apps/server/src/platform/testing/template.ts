export const templateName = 'strata_template'
