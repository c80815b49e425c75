/** The problems of identity providers. */
import * as Schema from "effect/Schema"
import type { ProblemEntries } from "../../core/ProblemEntry.ts"

export const problems = {
  identity_provider_disabled: {
    status: 401,
    tag: "IdentityProviderDisabled",
    title: "The identity provider is turned off",
    userText: {
      en: "You can't sign in with this provider here.",
      de: "Sie können sich hier nicht mit diesem Anbieter anmelden.",
      fr: "Vous ne pouvez pas vous connecter ici avec ce fournisseur.",
      es: "Aquí no puedes iniciar sesión con este proveedor.",
      "pt-BR": "Não é possível entrar com esse provedor aqui.",
      ja: "ここではこのプロバイダーでログインできません。",
      ar: "لا يمكنك تسجيل الدخول هنا بهذا المزوّد."
    }
  },
  identity_rejected: {
    status: 401,
    tag: "IdentityRejected",
    title: "The identity provider has not confirmed who the user is",
    userText: {
      en: "Signing in with this provider didn't work. Try again, or sign in another way.",
      de: "Die Anmeldung mit diesem Anbieter hat nicht geklappt. Versuchen Sie es noch einmal, oder melden Sie sich anders an.",
      fr: "La connexion avec ce fournisseur n’a pas fonctionné. Réessayez ou connectez-vous autrement.",
      es: "No se ha podido iniciar sesión con este proveedor. Inténtalo de nuevo o inicia sesión de otra forma.",
      "pt-BR": "Não foi possível entrar com esse provedor. Tente de novo ou entre de outra forma.",
      ja: "このプロバイダーではログインできませんでした。もう一度試すか、別の方法でログインしてください。",
      ar: "لم ينجح تسجيل الدخول بهذا المزوّد. حاول مرة أخرى أو سجّل الدخول بطريقة أخرى."
    },
    fields: {
      reason: Schema.Literal("access_denied", "not_verified", "no_email", "user", "other_account").annotations({
        description:
          "`access_denied`: the user or the provider has said no. `not_verified`: the response does not verify. `no_email`: the provider names no verified email address. `user`: the account is disabled, or deleted. `other_account`: it is not an account of the signed-in user."
      })
    },
    example: { detail: "The user or the identity provider has said no.", reason: "access_denied" }
  },
  identity_provider_unavailable: {
    status: 503,
    tag: "IdentityProviderUnavailable",
    title: "The identity provider does not respond",
    userText: {
      en: "This sign-in provider isn't responding. Try again {when}.",
      de: "Dieser Anbieter antwortet nicht. Versuchen Sie es {when} noch einmal.",
      fr: "Ce fournisseur ne répond pas. Réessayez {when}.",
      es: "Este proveedor no responde. Inténtalo de nuevo {when}.",
      "pt-BR": "Esse provedor não está respondendo. Tente de novo {when}.",
      ja: "このプロバイダーは応答していません。{when}にもう一度試してください。",
      ar: "لا يستجيب هذا المزوّد. حاول مرة أخرى {when}."
    },
    example: { detail: "Globex does not respond." }
  },
  proof_required: {
    status: 401,
    tag: "ProofRequired",
    title: "The account has to be proved first",
    userText: {
      en: "You already have an account with this email address. Sign in to it, then connect the provider.",
      de: "Mit dieser E-Mail-Adresse haben Sie schon ein Konto. Melden Sie sich dort an, und verbinden Sie dann den Anbieter.",
      fr: "Vous avez déjà un compte avec cette adresse e-mail. Connectez-vous-y, puis associez le fournisseur.",
      es: "Ya tienes una cuenta con este correo electrónico. Inicia sesión en ella y después conecta el proveedor.",
      "pt-BR": "Você já tem uma conta com este e-mail. Entre nela e depois conecte o provedor.",
      ja: "このメールアドレスのアカウントはすでにあります。そのアカウントにログインしてから、プロバイダーを連携してください。",
      ar: "لديك حساب بعنوان البريد الإلكتروني هذا. سجّل الدخول إليه ثم اربط المزوّد."
    },
    fields: {
      methods: Schema.Array(Schema.String).annotations({ description: "With what the user can sign in." })
    },
    example: {
      detail: "An account with this email address exists: sign in, and link the identity then.",
      methods: ["magic_link", "password"]
    }
  },
  identity_already_exists: {
    status: 409,
    tag: "IdentityAlreadyExists",
    title: "A user has this account at the identity provider already",
    userText: {
      en: "This provider account is already connected to an account here.",
      de: "Dieses Konto beim Anbieter ist hier schon mit einem Konto verbunden.",
      fr: "Ce compte du fournisseur est déjà associé à un compte ici.",
      es: "Esta cuenta del proveedor ya está conectada a una cuenta aquí.",
      "pt-BR": "Essa conta do provedor já está conectada a uma conta aqui.",
      ja: "このプロバイダーのアカウントは、すでにここのアカウントと連携されています。",
      ar: "حساب المزوّد هذا مرتبط بالفعل بحساب هنا."
    }
  },
  too_many_identities: {
    status: 409,
    tag: "TooManyIdentities",
    title: "The user has as many identities as a user can have",
    userText: {
      en: "You can connect 20 accounts at most. Disconnect one first.",
      de: "Sie können höchstens 20 Konten verbinden. Trennen Sie zuerst eines.",
      fr: "Vous pouvez associer 20 comptes au maximum. Dissociez-en un d’abord.",
      es: "Puedes conectar 20 cuentas como máximo. Desconecta una primero.",
      "pt-BR": "Você pode conectar no máximo 20 contas. Desconecte uma primeiro.",
      ja: "連携できるアカウントは20個までです。先に1つ連携を解除してください。",
      ar: "يمكنك ربط 20 حسابًا على الأكثر. ألغِ ربط أحدها أولًا."
    }
  }
} as const satisfies ProblemEntries
