import { expect, it } from 'vitest'
import { aboutJob } from './about.ts'

it.each([
  ['{"runId":"7531490843937464320"}', '校验编号 7531490843937464320'],
  ['{"merchantId":3,"periodId":12}', '商户编号 3 · 期次编号 12'],
  ['{"merchantId":3,"id":"9"}', '商户编号 3 · 编号 9'],
  // Nothing is hidden of what it does not know.
  ['{"merchantId":3,"odd":1}', '{"merchantId":3,"odd":1}'],
  ['{"merchantId":{"a":1}}', '{"merchantId":{"a":1}}'],
  ['[1]', '[1]'],
  ['{"merchantId":3,"note":"cut', '{"merchantId":3,"note":"cut'],
  ['', ''],
])('%s is shown as %s', (content, text) => expect(aboutJob(content)).toBe(text))
