import type { Answer } from '../../api/client.ts'

export type Run = Answer<'admin.verifyQuery'>['items'][number]
