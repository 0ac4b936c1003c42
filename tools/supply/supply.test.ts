import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { billOfMaterials } from './bill-of-materials.ts'
import { listedAdvisories, supplySilences } from './check.ts'
import { dependenciesOf } from './lock-file.ts'
import { isAllowedLicence, knownAdvisories, matches, secretsIn, wrongLicences, wrongScripts } from './rules.ts'

const root = join(import.meta.dirname, '../..')
const all = dependenciesOf(readFileSync(join(root, 'package-lock.json'), 'utf8'))

test('planted advisories, scripts, licences and secrets are reported', () => {
  expect(supplySilences(root)).toEqual([])
})

test('each listed advisory is a unique GitHub advisory with a valid range; no affected version is installed', () => {
  const listed = listedAdvisories(root)
  const ids = listed.map(({ id }) => id)
  expect(new Set(ids).size).toBe(ids.length)
  for (const { id, name, vulnerable } of listed) {
    expect(id).toMatch(/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/)
    expect(`${name} ${matches('9999.0.0', vulnerable)}`).toBe(`${name} false`)
  }
  expect(knownAdvisories(all, listed)).toEqual([])
})

test('installed packages have allowed licences and no install scripts', () => {
  expect(all.length).toBeGreaterThan(400)
  expect([...wrongLicences(all), ...wrongScripts(all)]).toEqual([])
})

test.each([
  ['1.2.3', '<1.2.4', true],
  ['1.2.4', '<1.2.4', false],
  ['1.10.0', '>=1.9.0 <2.0.0', true],
  ['2.0.0', '>=1.9.0 <2.0.0', false],
  ['3.0.0', '<1.0.0 || =3.0.0', true],
  ['1.0.0-beta.1', '<=1.0.0', true],
])('version %s in %s: %s', (version, range, expected) => {
  expect(matches(version, range)).toBe(expected)
})

test('an unknown range format stops the check', () => {
  expect(() => matches('1.0.0', '^1.0.0')).toThrow('no such comparison')
})

test.each([
  ['MIT', true],
  ['(MIT AND Zlib)', true],
  ['GPL-3.0-only OR MIT', true],
  ['MIT AND GPL-3.0-only', false],
  ['SEE LICENSE IN file', false],
])('licence %s: %s', (expression, expected) => {
  expect(isAllowedLicence(expression)).toBe(expected)
})

test.each([
  [['postgres', '://u:', 'hunter22', '@db/x'].join(''), 1],
  ['postgres://strata:$PASSWORD@db/x', 0],
  [['gh', 'p_', 'a'.repeat(36)].join(''), 1],
  [`k1:${'ab'.repeat(32)}`, 0],
])('%s holds %i secrets', (text, count) => {
  expect(secretsIn(text)).toHaveLength(count)
})

test('the bill of materials names every version once, with its hash, and is the same each time', () => {
  const bill = billOfMaterials({ name: 'strata', version: '0.1.0' }, all)
  expect(bill).toEqual(billOfMaterials({ name: 'strata', version: '0.1.0' }, [...all].reverse()))
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 })
  expect(bill.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  const purls = bill.components.map(({ purl }) => purl)
  expect(new Set(purls).size).toBe(purls.length)
  expect(new Set(purls)).toEqual(
    new Set(all.map(({ name, version }) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`)),
  )
  const fastify = bill.components.find(({ name }) => name === 'fastify')
  expect(fastify).toMatchObject({ scope: 'required', licenses: [{ expression: 'MIT' }] })
  expect(fastify?.hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/)
})
