import type { About, Abouts } from "../about";

const en: About = {
  name: "Is This a Cat or a Rabbit?",
  sentence: "Tricks without suits: the led card decides what is a rabbit, a cat or something new. Dodge the blame.",
  options: {
    weeks: { label: "Weeks", help: "How many weeks make a match; usually one for each player." },
    declare: {
      label: "Declarations",
      help: "Before each week, promise to take no black chip, or don't: kept promises pay, broken ones cost the week.",
    },
    bears: { label: "Bears", help: "Everyone has a bear to stay out of one day; the week ends when all bears are out." },
  },
};

const ja: About = {
  name: "これはネコ？ それともウサギ？",
  sentence: "スートのないトリックテイキング。最初の1枚しだいで、ほかのカードはウサギにもネコにも新種にも。責任は上手に逃れよう。",
  options: {
    weeks: { label: "週の数", help: "何週間遊ぶか。ふつうはプレイヤーの人数と同じです。" },
    declare: {
      label: "宣言あり",
      help: "週の始めに「黒チップを取らない」と宣言できます。守れば得点が増え、破るとその週は0点です。",
    },
    bears: { label: "クマあり", help: "全員がクマを1枚持ち、1日休めます。クマが全部出たら、その週は終わりです。" },
  },
};

const zh: About = {
  name: "這是貓還是兔子？",
  sentence: "沒有花色的吃墩遊戲：第一張牌決定誰是兔子、誰是貓、誰是新物種。責任能躲就躲！",
  options: {
    weeks: { label: "週數", help: "一場玩幾週，通常與玩家人數相同。" },
    declare: { label: "宣言", help: "每週開始前可以宣言不拿黑籌碼：守住就加分，守不住這週 0 分。" },
    bears: { label: "熊", help: "每人有一張熊，可以休息一天；所有的熊都出場後，這週就結束。" },
  },
};

export const about: Abouts = { en, ja, zh };
