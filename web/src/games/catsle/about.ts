import type { About, Abouts } from "../about";

const en: About = {
  name: "CATsle Builders",
  sentence: "The rank of your card decides how much you must build. Fill each column of your castle, never overfill it.",
  options: {
    rounds: { label: "Rounds", help: "How many rounds make a match." },
    leader: {
      label: "Next leader",
      help: "Who leads the next trick.",
      words: { two: "whoever took two cards", first: "whoever ranked first" },
    },
    removed: {
      label: "Colour left in the box",
      help: "Only with three players: one colour is not used.",
      words: { K: "black (stone)", R: "red (gate)", B: "blue (roof)", G: "green (gable)", Y: "grey (wall)" },
    },
  },
};

const ja: About = {
  name: "ねこの城大工",
  sentence: "カードの順位で、建てる枚数が決まるトリックテイキング。お城の各列をぴったり埋めて、建てすぎにはご用心。",
  options: {
    rounds: { label: "ラウンド数", help: "何ラウンド遊ぶか。" },
    leader: {
      label: "次のリード",
      help: "次のトリックをリードする人。",
      words: { two: "2枚取った人", first: "1位の人" },
    },
    removed: {
      label: "箱に残す色",
      help: "3人のときだけ、1色を使いません。",
      words: { K: "黒（石垣）", R: "赤（門）", B: "青（屋根）", G: "緑（破風）", Y: "灰色（壁）" },
    },
  },
};

const zh: About = {
  name: "貓咪築城師",
  sentence: "出牌的名次決定你得蓋多少。把城堡的每一欄蓋到剛剛好，千萬別蓋過頭。",
  options: {
    rounds: { label: "輪數", help: "一場遊戲玩幾輪。" },
    leader: {
      label: "下一墩首家",
      help: "由誰領出下一墩。",
      words: { two: "拿兩張牌的人", first: "第 1 名" },
    },
    removed: {
      label: "留在盒裡的顏色",
      help: "只用於三人遊戲：有一種顏色不使用。",
      words: { K: "黑色（石基）", R: "紅色（城門）", B: "藍色（屋頂）", G: "綠色（破風）", Y: "灰色（城牆）" },
    },
  },
};

export const about: Abouts = { en, ja, zh };
