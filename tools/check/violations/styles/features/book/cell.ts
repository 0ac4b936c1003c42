import css from './cell.module.css'

export const names = [css.cell, css.missing]
