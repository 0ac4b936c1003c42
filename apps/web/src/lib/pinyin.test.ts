import { provinces, regionLabel, regionsBelow } from '@strata/regions'
import { expect, test } from 'vitest'
import { pinyinInitials } from './pinyin.ts'

test.each([
  ['石家庄市', 'sjzs'],
  ['重庆市', 'cqs'],
  ['厦门市', 'xms'],
  ['长沙市', 'css'],
  ['呼和浩特市', 'hhhts'],
  ['鄂尔多斯市', 'eedss'],
  ['番禺区', 'pyq'],
  ['安庆市', 'aqs'],
  ['西藏自治区', 'xzzzq'],
  ['甘孜藏族自治州', 'gzzzzzz'],
  ['东阿县', 'dex'],
  ['蔚县', 'yx'],
])('%s is found by %s', (name, initials) => expect(pinyinInitials(name)).toBe(initials))

/** Names whose first syllables are at the borders between letters. */
const EDGES: Readonly<Record<string, string>> = {
  a: '阿坝 澳门',
  b: '八宿 布拖',
  c: '察雅 错那',
  d: '达县 敦煌 多伦',
  e: '鹅湖 恩施 二连',
  f: '法库 阜阳 富源',
  g: '嘎 广州 郭尔罗斯 果洛',
  h: '哈密 霍城 获嘉',
  j: '吉安 九江 莒县 句容 军',
  k: '喀什 昆明 阔',
  l: '拉萨 陵水 柳州 六安 龙岩 娄底 芦山 鲁山 旅顺 绿春 滦县 轮台 罗山 洛阳 漯河 略阳',
  m: '麻城 马鞍山 牟平 睦南 穆棱',
  n: '那曲 宁波 怒江 诺',
  p: '攀枝花 蓬莱 普陀 蒲城',
  q: '七台河 青岛 曲靖 全椒 确山',
  r: '饶平 任丘 日照 荣成 容县 如皋 乳源 汝州 瑞安 润州 若羌',
  s: '萨嘎 三亚 上海 遂宁 索县',
  t: '台州 天津 铜陵 吐鲁番 托里',
  w: '瓦房店 乌鲁木齐 武汉 婺源',
  x: '西安 忻州 徐州 寻甸',
  y: '雅安 延安 玉树 云浮 郓城',
  z: '杂多 张家口 中山 遵义 左贡',
}

test.each(Object.entries(EDGES))('names under %s', (letter, names) => {
  for (const name of names.split(' ')) expect([name, pinyinInitials(name)[0]]).toEqual([name, letter])
})

test('every region has a letter for every character', () => {
  const cities = provinces().flatMap((province) => regionsBelow(province.Code))
  const districts = cities.flatMap((city) => regionsBelow(city.Code))
  const without = [...provinces(), ...cities, ...districts]
    .map(regionLabel)
    .filter((name) => !/^[a-z]+$/.test(pinyinInitials(name)))
  expect(without).toEqual([])
})
