/**
 * The SHA-256 of what Web Authentication Level 3 publishes of each of its test vectors, in its order and in
 * hexadecimal.
 */
export const publishedDigests = [
  {
    name: "none.ES256",
    registration: {
      clientDataJSON: "090d1e7dfd42dcc631e7a4f02070fe3be8a0019a480153e0603d0b7cebc17d98",
      authenticatorData: "a71747c0c3ce18f7771670e2b7c99750fa342dce5f2d75926054bda8570a188a"
    },
    authentication: {
      clientDataJSON: "676a6e380fd31ea5710705c7be1ac4889b037895d0a25291f51251b7d7b1df02",
      authenticatorData: "2fa3688ce26520481b38f218e1289f8db04f2726fa5d0007a8b2db6c66b4eeab"
    }
  },
  {
    name: "packed-self.ES256",
    registration: {
      clientDataJSON: "dba5494aa6958e286220403054776b48578239a1fd3bb5233a0e170bec926dce",
      authenticatorData: "377d9efaff6baad110b78c9f11589f96e3cf7ece181beeecc404a656adf4e085"
    },
    authentication: {
      clientDataJSON: "3ca7729f6c9e573e94fea8348130befacd587e99f363944aa3a59c90410f84bf",
      authenticatorData: "9677cbe5585eb74d7b290a838670c648a4f5601f8797f9af945b12f1ded559a5"
    }
  },
  {
    name: "none.ES256.crossOrigin",
    registration: {
      clientDataJSON: "7c50806271f10c33dd940bc65334517395439f415e3e1eabeb84630fc0f423ff",
      authenticatorData: "9abe7c15d9d9c74052cacbd6ef161df49e1e76cd94a6d153f6e893fa86f77afa"
    },
    authentication: {
      clientDataJSON: "5433303f133eeec1c6ef3d8bddad49f6f1fe29951d297201abfb928a6a9c2a67",
      authenticatorData: "e530971bef6ed8ed544a9b6b8ed2e45ae682a595e602be48b7abf14d99f9493e"
    }
  },
  {
    name: "none.ES256.topOrigin",
    registration: {
      clientDataJSON: "bdec4b206994e95a790a47dd42819decb7f03ce16ea39298b69f69b567a92742",
      authenticatorData: "d4ee0fd02127452b2770e6ca5552cf6fb634500a1cf24781091e828ef5e42823"
    },
    authentication: {
      clientDataJSON: "429e6077534d353c23193006e88028cbbc926758a771ea16a6c825894ebc6bfa",
      authenticatorData: "e530971bef6ed8ed544a9b6b8ed2e45ae682a595e602be48b7abf14d99f9493e"
    }
  },
  {
    name: "none.ES256.long-credential-id",
    registration: {
      clientDataJSON: "aed6ca40d39066d79556a637e5b255e26650175fcd084b4a228fa4504d0e81b4",
      authenticatorData: "dcd23406472dbcfe4bc9dd2b6124817b873098941bada397bc25c2897ce78aa2"
    },
    authentication: {
      clientDataJSON: "29330151c4baa26d2f6eff75dfae3f1e3dbcab8948f03e6c96226f0216d8cfbd",
      authenticatorData: "9be5db22cd8c08f6307b8e68b41cb0c89f68fc49062b60caf80a4d3fab018d9c"
    }
  },
  {
    name: "packed.ES256",
    registration: {
      clientDataJSON: "cee5d6466550d0f1e228c0284a59caa3d3972ae80dafc32a0c5722ee9509d14e",
      authenticatorData: "e4505aef9b2be027f09175118a1cb74f68a83462d0d55be92daa00ca03adfd11"
    },
    authentication: {
      clientDataJSON: "1f830b6dcd0c81fde2f326f7d7bb47c94534ea17cb4a74fc35b5f0850e22932d",
      authenticatorData: "9be5db22cd8c08f6307b8e68b41cb0c89f68fc49062b60caf80a4d3fab018d9c"
    }
  },
  {
    name: "packed.ES384",
    registration: {
      clientDataJSON: "a6bd843b9ded40d3ebde73b095f1d99b9687430990ad6f76ba5bc041917c836b",
      authenticatorData: "3ac155c218941bf369a8196ff40514dc3ba99ad1eab20007790698d71fa72942"
    },
    authentication: {
      clientDataJSON: "85c49dd2bc85a3f9d8706d998809e4f833248cd1c8cfc4742f63c0463c431e00",
      authenticatorData: "9be5db22cd8c08f6307b8e68b41cb0c89f68fc49062b60caf80a4d3fab018d9c"
    }
  },
  {
    name: "packed.ES512",
    registration: {
      clientDataJSON: "cefe364c524b0d61289db9d8bf4af6779448eecb7f35aacc25ba28b79077fc3f",
      authenticatorData: "9d026ca4ac34307a615c9196bd228c7e8fa11b56078dd7e0a73c7b4d74c66204"
    },
    authentication: {
      clientDataJSON: "835a16bf94641d3c3d4de1bc66dacbfe009c3c83814b4886ddeed476923f6560",
      authenticatorData: "2fa3688ce26520481b38f218e1289f8db04f2726fa5d0007a8b2db6c66b4eeab"
    }
  },
  {
    name: "packed.RS256",
    registration: {
      clientDataJSON: "7cac6a56c3dfcd82a508239de4249cbfe00a00520cfffed7f9fe99ea7e40524e",
      authenticatorData: "88451f93ab03d5034bb7b10307e7f753bba510574b65e73a130514f9a13b34d2"
    },
    authentication: {
      clientDataJSON: "8d3c241da41b4168d77931bd9107be029e1f0a68c58c8687eadc7187174dd3c9",
      authenticatorData: "2fa3688ce26520481b38f218e1289f8db04f2726fa5d0007a8b2db6c66b4eeab"
    }
  },
  {
    name: "packed.EdDSA",
    registration: {
      clientDataJSON: "d03e51a83301ce11d8da5137027e278dccd9e53d4800692f658871d6162400d3",
      authenticatorData: "8de0758edf3a28c3c5daa94c6c12ab2489343bda030b0aba12c9d6fed989d5a7"
    },
    authentication: {
      clientDataJSON: "4add3082a15ab4595b58820e913a01c0b5a0651b27ab54f8ce87959fb5a4ccfc",
      authenticatorData: "29880f3e538e63c86450da5c02f32faf4f228af1f5d4755898f44c7da318b1f6"
    }
  },
  {
    name: "packed.Ed448",
    registration: {
      clientDataJSON: "027cf3a47e4515dcb0a8641f8791532a25498d99c3469b2a8c3983f13a0ac23f",
      authenticatorData: "101c2c94012eff56fd8848aef0c258a6974c47e0a1f82bf78711a485c32f6b97"
    },
    authentication: {
      clientDataJSON: "274360ed3cec61b8f26f71f0385aa5e991c2ab08de80e4d373a0f0706b41c65c",
      authenticatorData: "0efacb5e1dcb985a07b1b8b79f9954cd181e8fc097ec240afd41cf342382c73c"
    }
  },
  {
    name: "tpm.ES256",
    registration: {
      clientDataJSON: "729b813de91b2d25cafd3a6ec240b6b9e451d5394b8edb20d5aac9bb7a543b6c",
      authenticatorData: "61485de1169b032f737c1f7ad01107bdf00a53a7fec89f8666eafd269e234b76"
    },
    authentication: {
      clientDataJSON: "19faa0cdd64637b3caeac5021ab3d81a0d3326c0846b23807ec25dd7dbc6223e",
      authenticatorData: "9be5db22cd8c08f6307b8e68b41cb0c89f68fc49062b60caf80a4d3fab018d9c"
    }
  },
  {
    name: "android-key.ES256",
    registration: {
      clientDataJSON: "b435028d7b6a8f83bb461d41c19b053a9d3cdb30351a4f374cd4cde8dbefb606",
      authenticatorData: "de365d64217512a76f453d004a4c73f38ab755959a9b7925b411d93b92578132"
    },
    authentication: {
      clientDataJSON: "f5c6cfc61597da68d63f90d51f3bc86ffc1371deb55d03e8307ac8cb31211e6f",
      authenticatorData: "9677cbe5585eb74d7b290a838670c648a4f5601f8797f9af945b12f1ded559a5"
    }
  },
  {
    name: "apple.ES256",
    registration: {
      clientDataJSON: "7c07579a0d6417c2ebff99c50e439d5a8b9e65424ecdeadfbecb093b8375b456",
      authenticatorData: "1e0888dd17aac0a5cebeb81f9ecbcca2189ac522512fc6b5bd22472a1c3c4956"
    },
    authentication: {
      clientDataJSON: "e3d7ea5ad2c9199c2259976eeed2271802d85fcbed6230c950928bab178434cb",
      authenticatorData: "9677cbe5585eb74d7b290a838670c648a4f5601f8797f9af945b12f1ded559a5"
    }
  },
  {
    name: "fido-u2f.ES256",
    registration: {
      clientDataJSON: "6970f8e417cf371997186aa92d7a63dc545d280c3ba8887bc1765a9700e23729",
      authenticatorData: "c693f0433afcf05c7a7e43a597b0f2a742acbbd5de7a4a0e7d55f73681cc8276"
    },
    authentication: {
      clientDataJSON: "4abcb194570148c86d3bb04239422426c2445454fc142c6c56159ce259d24c55",
      authenticatorData: "29880f3e538e63c86450da5c02f32faf4f228af1f5d4755898f44c7da318b1f6"
    }
  }
] as const
