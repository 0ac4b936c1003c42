/**
 * Schemas of the fields of requests and responses. Money, percentages and odds stay decimal strings on the wire and
 * become branded integers only in the domain. There are no transforms, so that one schema serves validation, types
 * and OpenAPI.
 */

import type { AccountId, ChatGroupId, GameId, GroupId, PathId } from '@strata/domain/ids'
import { z } from 'zod'
import {
  bankCardProblem,
  businessDayProblem,
  decimalMoneyProblem,
  exactMoneyProblem,
  ipv4Problem,
  MAX_NUMBERED_PAGE,
  newAccountProblem,
  PAGE_SIZES,
  RULED,
  type Rule,
  signInAccountProblem,
} from './rules.ts'

/** A text that a rule checks; the rule's Chinese message is the issue's message, and `issues.ts` names the field in it. */
export const ruledText = (rule: Rule) =>
  z.string().check((context) => {
    const problem = rule(context.value)
    if (problem !== null) context.issues.push({ code: 'custom', message: problem, input: context.value, params: RULED })
  })

// ---- numbers as text -------------------------------------------------------------------------------------------

/** Money: decimal string, signed, at most 4 decimals, in yuan ("-1234.5"). */
export const money = z.string().regex(/^-?(?:0|[1-9]\d{0,13})(?:\.\d{1,4})?$/)
/** An amount that a person typed: above 0, at most 2 decimals, in yuan. */
export const amount = ruledText(decimalMoneyProblem)
/** An amount that was read before and is sent back exactly: above 0, at most 4 decimals, in yuan. */
export const exactAmount = ruledText(exactMoneyProblem)
/** A limit that a person typed: 0 or more, at most 2 decimals, in yuan. */
export const limitAmount = z.string().regex(/^(?:0|[1-9]\d{0,11})(?:\.\d{1,2})?$/)
/** A percentage from 0 to 100, at most 3 decimals ("25", "1.25"); shares use at most 2. */
export const percent = z.string().regex(/^(?:100(?:\.0{1,3})?|[1-9]?\d(?:\.\d{1,3})?)$/)
/** A share of business in percent, 0 to 100, at most 2 decimals. */
export const sharePercent = z.string().regex(/^(?:100(?:\.0{1,2})?|[1-9]?\d(?:\.\d{1,2})?)$/)
/** A ratio in percent that may be negative or above 100 (出货比, edge), at most 4 decimals. */
export const ratioPercent = z.string().regex(/^-?\d{1,9}(?:\.\d{1,4})?$/)
/** Decimal odds, stake included, at most 4 decimals ("1.98"). */
export const odds = z.string().regex(/^(?:0|[1-9]\d{0,6})(?:\.\d{1,4})?$/)
/** A whole quote: one price, or prices by tier (`ZHONG2`, `ZHONG3`) or, for 过关, by leg (`ZM1:DA`). */
export const quote = z.union([odds, z.record(z.string().max(32), odds)])

// ---- names and numbers of things -------------------------------------------------------------------------------

/** A positive int4. */
export const id = z.int().min(1).max(2_147_483_647)
/**
 * The same schema, whose value is named once it is parsed. Who sends gives a number: on the wire and in OpenAPI nothing
 * differs.
 */
export const named = <Named extends number>(schema: z.ZodType<number, number>) => schema as z.ZodType<Named, number>

/** A node of the tree. */
export const pathId = named<PathId>(id)
export const accountId = named<AccountId>(id)
/** A positive int2, the column type in the database. */
export const gameId = named<GameId>(z.int().min(1).max(32_767))
/** 0: the default of games that are not listed. */
export const gameIdOrDefault = named<GameId>(z.int().min(0).max(32_767))
/** A chat group of a merchant. */
export const chatGroupId = named<ChatGroupId>(id)
/** A play group (玩法大类) of a game. */
export const groupId = named<GroupId>(id)
/**
 * Order, ledger and transaction numbers: decimal digits as text, because they exceed 2^53; below 9.2 * 10^18, so
 * that they fit an int8.
 */
export const longId = z.string().regex(/^(?:\d{1,18}|[0-8]\d{18}|9[01]\d{17})$/)
/** The game platform's own number of a bet. */
export const betNo = z.string().min(1).max(64)
export const periodNo = z.string().regex(/^[0-9A-Za-z/-]{1,32}$/)
export const playCode = z.string().regex(/^[0-9A-Z_]{1,16}$/)
/** The key of a price within its play: an item, or the class of a combination. */
export const priceKey = z.string().min(1).max(64)
/** Codes of a combination in catalogue order joined by `+`; legs of 过关 as `ZM1:DA+ZM4:RED`. */
export const itemCode = z.string().regex(/^[0-9A-Za-z_:.+*-]{1,160}$/)
/** An int4. */
export const version = z.int().min(0).max(2_147_483_647)

/** Version of a board: computed from a time and a count and not stored in a column, so it may exceed an int4. */
export const boardVersion = z.int().min(0)

export const gameType = z.enum(['5M', 'PK', '6HC', 'PC'])
export const pankou = z.enum(['A', 'B', 'C', 'D'])
export const roleId = z.union([
  z.literal(0),
  z.literal(1),
  z.literal(2),
  z.literal(3),
  z.literal(10001),
  z.literal(10002),
  z.literal(10003),
])
/** 1 正常, 2 停用, 4 冻结. */
export const status = z.union([z.literal(1), z.literal(2), z.literal(4)])
/** How a parent treats this child's replenishment: 0 禁止, 1 补给本级, 2 补给上级, 3 超额补上级, 4 允许放飞. */
export const acceptType = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3), z.literal(4)])
export const fundMode = z.enum(['credit', 'cash'])
export const periodState = z.enum(['scheduled', 'open', 'closed', 'drawn', 'settled', 'void'])
export const orderKind = z.enum(['member', 'replenishment', 'flyout'])
export const orderResult = z.enum(['win', 'lose', 'refund'])

// ---- time ------------------------------------------------------------------------------------------------------

/** An instant in epoch milliseconds, until the end of year 9999. */
export const instant = z.int().min(0).max(253_402_300_799_999)
/** A business day, "YYYY-MM-DD". When it begins in Asia/Shanghai is a setting of the platform, at first 06:00. */
export const businessDay = ruledText(businessDayProblem).meta({ format: 'date' })

// ---- texts that people type ------------------------------------------------------------------------------------

/** A line of free text without control characters. */
export const line = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^\P{Cc}*$/u)

/** A line that says something: without blanks around it. */
export const filledLine = (maxLength: number) => line(maxLength).trim().min(1)

export const signInAccount = ruledText(signInAccountProblem)
export const newAccount = ruledText(newAccountProblem)
/** A password as wrapper.ts seals it; its content is checked after opening. */
export const wrappedPassword = z.string().regex(/^[A-Za-z0-9_-]{40,400}$/)
/** Six digits of the authenticator app, or a recovery code. */
/** Sealed by the server; nobody else can read it. */
export const captchaId = z.string().regex(/^[\w-]{1,40}\.[A-Za-z0-9_-]{40,600}$/)
export const verifyCode = z.string().regex(/^[0-9A-Za-z-]{6,16}$/)
export const nickname = line(32)
export const remark = line(200)
export const keyword = line(32)
export const regionCode = z.string().regex(/^\d{6}$/)
export const bankCardNo = ruledText(bankCardProblem)
/** IPv4 addresses that an account may be used from; empty: any. */
export const ipList = z.array(ruledText(ipv4Problem)).max(20)

/** Made by the client; the same requestId by the same account gets the first answer again. */
export const requestId = z.string().regex(/^[\x21-\x7e]{1,64}$/)

// ---- requests --------------------------------------------------------------------------------------------------

type Shape = z.core.$ZodLooseShape

/** Query fields that every URL may carry. */
export const clickQuery = z.strictObject({ isclick: z.enum(['true', 'false']).optional() })

/** A request that only reads. Unknown fields are refused. */
export const readRequest = <S extends Shape>(shape: S) => z.strictObject(shape)

const exportField = { export: z.enum(['xlsx', 'csv']).optional() }
/** A read request of rows without pages; `export` asks for a file of them. */
export const exportableRead = <S extends Shape>(shape: S) => z.strictObject({ ...shape, ...exportField })
/** A request that changes something: takes a requestId. */
export const changeRequest = <S extends Shape>(shape: S) =>
  z.strictObject({ ...shape, requestId: requestId.optional() })
/** A request that moves money or stakes: needs a requestId. */
export const moneyRequest = <S extends Shape>(shape: S) => z.strictObject({ ...shape, requestId })

/** An integer of a query string; the client gives a number. */
export const queryId = z.coerce.number<number | string>().int().min(1).max(2_147_483_647)
/** A node of the tree, in a query string. */
export const queryPathId = queryId as z.ZodType<number, number | string> as z.ZodType<PathId, number | string>
/** Somebody who signs in, in a query string. */
export const queryAccountId = queryId as z.ZodType<number, number | string> as z.ZodType<AccountId, number | string>

/** `direction` 1 descending, 0 ascending. */
export const sortInfo = <const C extends readonly [string, ...string[]]>(columns: C) =>
  z.strictObject({ columnName: z.enum(columns), direction: z.union([z.literal(0), z.literal(1)]) })

const [smallest, usual, large, largest] = PAGE_SIZES
const pageSize = z.union([z.literal(smallest), z.literal(usual), z.literal(large), z.literal(largest)])

const listShape = <const C extends readonly [string, ...string[]]>(columns: C) => ({
  pageIndex: z.int().min(1).max(MAX_NUMBERED_PAGE).default(1),
  pageSize: pageSize.default(20),
  sortInfo: sortInfo(columns).optional(),
  cursor: z.string().max(512).optional(),
  summaryOnly: z.boolean().optional(),
})

/** A list request: page, sort by one of `columns`, the filters. */
export const listRequest = <const C extends readonly [string, ...string[]], S extends Shape>(columns: C, filters: S) =>
  z.strictObject({ ...filters, ...listShape(columns) })

/** A list request; `export` asks for a file of all its rows. */
export const exportableList = <const C extends readonly [string, ...string[]], S extends Shape>(
  columns: C,
  filters: S,
) => z.strictObject({ ...filters, ...listShape(columns), ...exportField })

type DayRange = { from?: string | undefined; to?: string | undefined }

/** For `.refine`: the range does not end before it starts. */
export const isDayRange = (range: DayRange): boolean => !range.from || !range.to || range.from <= range.to
export const DAY_RANGE_MESSAGE = '开始日期不能晚于结束日期'

// ---- answers ---------------------------------------------------------------------------------------------------

const pageShape = <T extends z.ZodType>(item: T) => ({
  items: z.array(item),
  /** For orders exact up to 10,000; above that 10000, with `more`. */
  total: z.int().min(0),
  more: z.boolean().optional(),
  pageIndex: z.int(),
  pageSize: z.int(),
  nextCursor: z.string().nullable().optional(),
  previousCursor: z.string().nullable().optional(),
})

/** A page of a list. */
export const pageOf = <T extends z.ZodType>(item: T) => z.object(pageShape(item))
/** A page with a summary of ALL rows of the filter. */
export const pageWithSummary = <T extends z.ZodType, S extends z.ZodType>(item: T, summary: S) =>
  z.object({ ...pageShape(item), summary: summary.optional() })

/** The response of a change that returns nothing. */
export const nothing = z.null()

/** The envelope around every response. */
export const envelopeOf = <T extends z.ZodType>(data: T) =>
  z.object({ code: z.int(), data, message: z.string(), isSuccess: z.boolean() })

/** `data` of a 40001. */
export const parameterIssues = z.object({
  issues: z.array(z.object({ path: z.string(), field: z.string(), message: z.string() })),
})

/** The response of an export that is not ready within 5 seconds. */
export const exportStarted = z.object({ exportId: id })

/** A step of the breadcrumb; the first one is the signed-in path. */
export const trailStep = z.object({ agentPathsId: pathId, accountName: z.string() })
