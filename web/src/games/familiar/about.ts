import type { About, Abouts } from "../about";

const en: About = {
  name: "Familiar's Trouble",
  sentence:
    "Three owls, one score: the cards of each trick add up, colour by colour, and run the witch's errands. Nobody may tell " +
    "what they hold.",
  options: {
    hand_exchange: { label: "Passing cards", help: "Before a trick, the leader may have everyone pass a card to the left." },
    errand_exchange: { label: "Replacing errands", help: "Before a trick, the leader may put an errand back and turn up another." },
    display: {
      label: "Errands laid out",
      help: "How many of level 1, 2 and 3 lie face up at the start; fewer hard ones are easier.",
      words: { "3-1-1": "3, 1 and 1 (usual)", "3-2-0": "3 and 2", "4-2-0": "4 and 2" },
    },
    leader: {
      label: "Next leader",
      help: "Which card makes its owner lead the next trick.",
      words: { suit: "the highest card that matches the lead", value: "the highest card of all" },
    },
  },
};

const ja: About = {
  name: "おつかいフクロウの苦労話",
  sentence: "3羽のフクロウが力を合わせる協力トリックテイキング。出したカードを色ごとに足して、魔女のおつかいをこなします。手札の相談は禁止！",
  options: {
    hand_exchange: { label: "手札の受け渡し", help: "トリックの前に、リードの人が「全員が左隣に1枚渡す」と決められます。" },
    errand_exchange: { label: "おつかいの入れ替え", help: "トリックの前に、リードの人がおつかいを1枚戻して別の1枚を出せます。" },
    display: {
      label: "最初のおつかい",
      help: "最初に並べるレベル1・2・3の枚数。難しいものが少ないほどやさしくなります。",
      words: { "3-1-1": "3枚・1枚・1枚（標準）", "3-2-0": "3枚・2枚・なし", "4-2-0": "4枚・2枚・なし" },
    },
    leader: {
      label: "次のリード",
      help: "どのカードを出した人が次にリードするか。",
      words: { suit: "リードの色に合う一番大きいカード", value: "全体で一番大きいカード" },
    },
  },
};

const zh: About = {
  name: "貓頭鷹跑腿記",
  sentence: "三隻貓頭鷹同心協力的合作吃墩遊戲：每墩的牌按顏色相加，完成女巫交代的差事。不過，誰都不能說出自己的手牌！",
  options: {
    hand_exchange: { label: "傳牌", help: "每墩開始前，首家可以讓每個人傳一張牌給左邊的玩家。" },
    errand_exchange: { label: "換差事", help: "每墩開始前，首家可以放回一張差事，再翻開另一張。" },
    display: {
      label: "開局的差事",
      help: "開局時翻開幾張等級 1、2、3 的差事；難的越少越輕鬆。",
      words: { "3-1-1": "3、1、1 張（標準）", "3-2-0": "3、2、0 張", "4-2-0": "4、2、0 張" },
    },
    leader: {
      label: "下一墩的首家",
      help: "出了哪張牌的人當下一墩的首家。",
      words: { suit: "能跟首家顏色的最大牌", value: "所有牌中最大的牌" },
    },
  },
};

export const about: Abouts = { en, ja, zh };
