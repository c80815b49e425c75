/** Problems in words for users, in French. Generated from the contract by `npm run generate`. */

import { makeMessageOf, type Messages } from "./Messages.ts"

/** The texts. */
export const messages: Messages = {
  soon: "dans un instant",
  invalid_request: "Il y a un problème avec votre saisie.",
  invalid_credentials: "Adresse e-mail ou mot de passe incorrect.",
  invalid_token:
    "Le lien ou le code n’est pas valable. Il a peut-être expiré, ou un lien ou un code envoyé à cette adresse a déjà été utilisé.",
  password_disabled: "Vous ne pouvez pas utiliser de mot de passe ici. Connectez-vous avec un lien.",
  sign_up_closed: "Vous ne pouvez pas créer de compte ici.",
  forbidden_origin: "Cette demande provient d’un autre site web.",
  not_found: "Cette page est introuvable.",
  payload_too_large: "Le texte est trop long. Raccourcissez-le et réessayez.",
  unsupported_media_type: "Nous n’avons pas pu traiter le formulaire. Rechargez la page et réessayez.",
  signup_rate_limited: (when) => `Trop de comptes ont été créés depuis votre réseau. Réessayez ${when}.`,
  signin_rate_limited: (when) => `Trop de tentatives de connexion. Réessayez ${when}.`,
  magic_link_rate_limited: (when) =>
    `Trop de liens demandés. Réessayez ${when}. Les liens déjà reçus fonctionnent toujours.`,
  internal_error: "Une erreur s’est produite de notre côté. Réessayez dans un instant.",
  service_unavailable: (when) => `Le service est temporairement indisponible. Réessayez ${when}.`,
  unauthenticated: "Vous n’êtes pas connecté.",
  reauthentication_required: "Confirmez qu’il s’agit bien de vous, puis réessayez.",
  email_not_verified: "Vérifiez d’abord votre adresse e-mail.",
  password_too_short: "Votre mot de passe ne respecte pas les exigences.",
  no_sign_in_method: "Il n’y aurait plus aucun autre moyen de se connecter à ce compte.",
  email_already_exists: "Un compte existe déjà avec cette adresse e-mail.",
  sign_up_refused: "Vous ne pouvez pas créer de compte avec cette adresse e-mail.",
  magic_link_disabled: "Les liens de connexion ne sont pas disponibles. Connectez-vous avec votre mot de passe.",
  magic_link_code_disabled: "Vous ne pouvez pas utiliser de code ici. Connectez-vous avec le lien de l’e-mail.",
  passkey_disabled: "Vous ne pouvez pas utiliser de clé d’accès ici.",
  passkey_already_exists: "Cette clé d’accès a déjà été ajoutée.",
  too_many_passkeys: "Vous pouvez avoir 20 clés d’accès au maximum. Supprimez-en d’abord une.",
  identity_provider_disabled: "Vous ne pouvez pas vous connecter ici avec ce fournisseur.",
  identity_rejected: "La connexion avec ce fournisseur n’a pas fonctionné. Réessayez ou connectez-vous autrement.",
  identity_provider_unavailable: (when) => `Ce fournisseur ne répond pas. Réessayez ${when}.`,
  proof_required: "Vous avez déjà un compte avec cette adresse e-mail. Connectez-vous-y, puis associez le fournisseur.",
  too_many_identities: "Vous pouvez associer 20 comptes au maximum. Dissociez-en un d’abord.",
  factor_recovery_disabled: "Vous ne pouvez pas récupérer votre compte par e-mail ici.",
  factor_recovery_not_needed: "Il n’y a rien à récupérer : vous pouvez toujours modifier votre compte.",
  factor_recovery_too_early: "C’est trop tôt. Ouvrez à nouveau le lien après le délai d’attente.",
  second_factor_disabled: "Vous ne pouvez pas configurer d’application d’authentification ici.",
  second_factor_exists:
    "Vous avez déjà une application d’authentification. Supprimez-la d’abord pour en configurer une autre.",
  device_sign_in_disabled: "Vous ne pouvez pas connecter d’autres appareils avec un code ici.",
  audience_not_allowed: "Cette application n’est pas configurée pour le service appelé.",
  access_tokens_disabled: "Cette application n’est pas encore configurée pour appeler d’autres services.",
  network_error:
    "Impossible de joindre le serveur. Vérifiez votre connexion et réessayez. Si votre connexion fonctionne, le problème vient de nous.",
  aborted: "La demande a été annulée.",
  passkey_canceled: "Aucune clé d’accès n’a été utilisée. Réessayez ou choisissez un autre moyen.",
  passkey_rejected: "Cette clé d’accès ne permet pas de vous connecter. Choisissez un autre moyen.",
  passkey_unavailable: "Cela n’a pas fonctionné. Réessayez dans un instant ou choisissez un autre moyen.",
  unexpected_reply: "Une erreur s’est produite de notre côté. Réessayez dans un instant."
}

/**
 * Returns a problem in words for users.
 *
 * ```ts
 * import { createClient } from "@latchkey/client"
 * import { messageOf } from "@latchkey/client/messages/fr"
 *
 * const result = await createClient().signOut()
 * if (!result.ok) console.log(messageOf(result.problem))
 * ```
 */
export const messageOf = makeMessageOf("fr", messages)
