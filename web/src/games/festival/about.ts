import type { About, Abouts } from "../about";

const en: About = {
  name: "Festival of Thousand Cats",
  sentence: "All reveal a card at once; the highest and the lowest trade with the table. Eat fish, drink twice, never thrice.",
  options: {
    mode: {
      label: "Rules",
      help: "Plain fish, or seasons that count double, or not at all.",
      words: { basic: "basic", experienced: "with multiplier cards", advanced: "with season tokens" },
    },
    target: { label: "Points to win", help: "The match ends when somebody has so many." },
    games: { label: "Deals", help: "A fixed number of deals instead; 0 plays to the points above." },
  },
};

const ja: About = {
  name: "千匹ねこ祭り",
  sentence: "みんなでいっせいに1枚オープン。最高と最低のカードは場札と交換。魚を食べて、お酒は2杯まで！",
  options: {
    mode: {
      label: "ルール",
      help: "魚は一律1点の基本ルールか、季節ごとに2倍になったり数えなかったりするルール。",
      words: { basic: "基本", experienced: "倍率カードあり", advanced: "季節トークンあり" },
    },
    target: { label: "目標点", help: "誰かがこの点に届いたら試合終了です。" },
    games: { label: "局数", help: "決まった局数だけ遊びます。0なら上の目標点まで。" },
  },
};

const zh: About = {
  name: "千貓祭",
  sentence: "大家同時翻開一張牌，最大和最小的跟場牌交換。盡情吃魚，酒喝兩杯就好，千萬別喝第三杯！",
  options: {
    mode: {
      label: "規則",
      help: "魚一律 1 分，或是各季節有的加倍、有的不算。",
      words: { basic: "基本", experienced: "加入倍率卡", advanced: "加入季節標記" },
    },
    target: { label: "目標分數", help: "有人達到這個分數，遊戲就結束。" },
    games: { label: "局數", help: "改成只玩固定的局數；0 表示玩到上面的目標分數。" },
  },
};

export const about: Abouts = { en, ja, zh };
