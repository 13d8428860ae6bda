import type { Abouts } from "../about";

export const about: Abouts = {
  en: {
    name: "Ahoy! Kitten",
    sentence: "Point at an ocean to fish, at a pirate to filch, or guard your catch. Whoever points alone gets the fish.",
    options: {
      banker: {
        label: "When the bag runs short",
        help: "Who decides which oceans still get fish.",
        words: { table: "the first oceans get them", player: "a player decides" },
      },
    },
  },
  ja: {
    name: "ヨーホー！子ねこ海賊",
    sentence: "海を指せば釣り、海賊を指せば横取り、自分を指せば守り。いっせいに指して、ほかとかぶらなければ魚はいただき！",
    options: {
      banker: {
        label: "袋の魚が足りないとき",
        help: "残った魚をどの海に補充するか、だれが決めるか。",
        words: { table: "番号の小さい海から順に", player: "プレイヤーが決める" },
      },
    },
  },
  zh: {
    name: "喲吼！小貓海盜",
    sentence: "指海域釣魚，指海盜偷魚，指自己守住漁獲。大家同時指，沒有人跟你指同一處，魚就歸你！",
    options: {
      banker: {
        label: "袋子裡的魚不夠時",
        help: "由誰決定剩下的魚補到哪片海域。",
        words: { table: "從編號小的海域補起", player: "由一名玩家決定" },
      },
    },
  },
};
