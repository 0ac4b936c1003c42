/** For each letter the first character in the pinyin collation; characters before it belong to an earlier letter. */
const FIRSTS = '阿八嚓哒妸发旮哈讥咔垃妈拏噢妑七呥仨它穵夕丫帀'
const LETTERS = 'abcdefghjklmnopqrstwxyz'

/** Readings of place names that the collation does not know. */
const WORDS: readonly (readonly [string, string])[] = [
  ['重庆', 'cq'],
  ['厦门', 'xm'],
  ['番禺', 'py'],
  ['莘县', 'sx'],
  ['长子', 'zz'],
  ['乐清', 'yq'],
  ['乐平', 'lp'],
  ['洪洞', 'ht'],
  ['单县', 'sx'],
  ['蔚县', 'yx'],
  ['泊头', 'bt'],
  ['涡阳', 'gy'],
  ['枞阳', 'zy'],
  ['铅山', 'ys'],
  ['东阿', 'de'],
  ['浚县', 'xx'],
  ['泌阳', 'by'],
  ['黄埔', 'hp'],
  ['筠连', 'jl'],
  ['犍为', 'qw'],
  ['荥经', 'yj'],
  ['崆峒', 'kt'],
  ['宕昌', 'tc'],
  ['尉犁', 'yl'],
  ['茄子河', 'qzh'],
]
const CHARACTERS: Readonly<Record<string, string>> = { 长: 'c', 乐: 'l', 柏: 'b', 任: 'r', 覃: 'q', 藏: 'z' }

const collator = new Intl.Collator('zh-Hans-CN-u-co-pinyin')

const initialOf = (character: string): string => {
  const known = CHARACTERS[character]
  if (known !== undefined) return known
  if (!/\p{Script=Han}/u.test(character)) return character.toLowerCase()
  let letter = ''
  for (const [at, first] of [...FIRSTS].entries()) {
    if (collator.compare(character, first) < 0) break
    letter = LETTERS[at] ?? ''
  }
  return letter
}

/** Pinyin initials of a name: 石家庄市 -> sjzs. */
export const pinyinInitials = (name: string): string => {
  const word = WORDS.find(([text]) => name.startsWith(text))
  const [head, rest] = word ? [word[1], name.slice(word[0].length)] : ['', name]
  return head + [...rest].map(initialOf).join('')
}
