/** The texts of emails in English. */
import { maxFailures } from "@latchkey/domain/account/SignInFailures"
import type { EmailTexts, Lifetime, Occasion } from "../EmailTexts.ts"
import * as Format from "../Format.ts"

const format = Format.make("en-US")

const forms = {
  minute: { one: "# minute", other: "# minutes" },
  day: { one: "# day", other: "# days" }
}
const duration = ({ count, unit }: Lifetime) => format.plural(count, forms[unit])

const when = ({ device, time }: Occasion) =>
  device === undefined ? `on ${time}` : `on ${time}, on this device: ${device}`

const requested = (occasion: Occasion) => `It was requested ${when(occasion)}.`

const othersSignedOut = "Every other device was signed out."

export const emails: EmailTexts = {
  space: " ",
  time: format.time,
  device: ({ browser, system }) => (system === undefined ? browser : `${browser} on ${system}`),
  unknownDevice: "Unknown device",
  validity: (lifetime) => `It works once and expires in ${duration(lifetime)}.`,
  copyLink: "Or copy this address into your browser:",
  magicLink: {
    subject: ({ instance }) => `Sign in to ${instance}`,
    action: ({ instance }) => `Sign in to ${instance}`,
    purpose: ({ place }) => `Use this link to sign in to ${place}.`,
    origin: requested,
    advice: "Didn't request this? Ignore this email and don't share the link."
  },
  magicLinkCode: {
    about: (lifetime) =>
      `Or type this code where you requested the link. It expires ${duration(lifetime)} after your request.`,
    advice: "Didn't request this? Ignore this email. Don't share the link or the code with anyone."
  },
  passwordReset: {
    subject: ({ instance }) => `Set a new password for ${instance}`,
    action: ({ instance }) => `Set a new password for ${instance}`,
    purpose: ({ place }) => `Use this link to set a new password for your account at ${place}.`,
    origin: requested,
    advice: "Didn't request this? Ignore this email and don't share the link. Your password stays as it is."
  },
  signUp: {
    subject: ({ instance }) => `Complete your sign-up for ${instance}`,
    action: ({ instance }) => `Complete your sign-up for ${instance}`,
    purpose: ({ place }) => `Use this link to create your account at ${place}.`,
    origin: (occasion) => `Someone signed up with this email address ${when(occasion)}.`,
    advice: "Wasn't it you? Ignore this email and don't share the link. Without it, no account is created."
  },
  existingAccount: {
    subject: ({ instance }) => `You already have an account for ${instance}`,
    event: ({ place, ...occasion }) =>
      `Someone, maybe you, tried to sign up with this email address ${when(occasion)}. You already have an account at ${place}.`,
    signIn: "Sign in instead:",
    setPassword: "Forgot your password? Set a new one:",
    advice: "Wasn't it you? You don't have to do anything. Nothing has changed."
  },
  invitation: {
    subject: ({ instance }) => `Join ${instance}`,
    action: ({ instance }) => `Join ${instance}`,
    purpose: ({ place }) => `You're invited. Use this link to create your account at ${place}.`,
    origin: (occasion) => `An administrator invited you ${when(occasion)}.`,
    advice: "Not expecting this? Ignore this email and don't share the link. Without it, no account is created."
  },
  emailChange: {
    subject: () => "Confirm your new email address",
    action: () => "Confirm your new email address",
    purpose: ({ place }) => `Use this link to confirm your new email address at ${place}.`,
    origin: (occasion) => `${requested(occasion)} Open it in a browser where you're signed in.`,
    advice: "Didn't request it? Ignore this email and don't share the link. Nothing will change."
  },
  emailChanged: {
    subject: () => "Your email address was changed",
    action: () => "Restore this email address",
    purpose: ({ place }) =>
      `Someone changed the email address of your account. If it wasn't you, use this link to restore this one at ${place}.`,
    origin: (occasion) => `It was changed ${when(occasion)}.`,
    advice: "Was it you? Then you don't need to do anything. Don't share the link."
  },
  factorRecovery: {
    subject: ({ instance }) => `Someone wants to recover your ${instance} account`,
    action: () => "See or cancel the request",
    purpose: ({ place }) =>
      `Someone who signed in to your account at ${place} says that the passkeys and the authenticator app are lost, and wants to remove them.`,
    period: ({ from, until }) =>
      `This link does that from ${from} until ${until}. You can cancel the request with it at any time.`,
    origin: requested,
    advice:
      "Wasn't this you? Open the link and cancel the request. Then set a new password: someone else could sign in to your account. Don't share the link."
  },
  factorRecoveryReady: {
    subject: ({ instance }) => `You can now recover your ${instance} account`,
    action: () => "Recover your account",
    purpose: ({ place }) =>
      `Use this link to remove the lost passkeys and the lost authenticator app of your account at ${place}. Then sign in and set up new ones.`,
    period: ({ until }) => `It works once, until ${until}.`,
    origin: requested,
    advice:
      "Wasn't this you? Open the link and cancel the request. Then set a new password: someone else could sign in to your account. Don't share the link."
  },
  notices: {
    password_set: {
      subject: ({ instance }) => `A password was set for your ${instance} account`,
      event: ({ place, ...occasion }) => `A password was set for your account at ${place} ${when(occasion)}.`,
      effect: othersSignedOut
    },
    password_changed: {
      subject: ({ instance }) => `The password of your ${instance} account was changed`,
      event: ({ place, ...occasion }) => `The password of your account at ${place} was changed ${when(occasion)}.`,
      effect: othersSignedOut
    },
    account_claimed: {
      subject: ({ instance }) => `The password of your ${instance} account was removed`,
      event: ({ place, ...occasion }) => `You verified this email address at ${place} ${when(occasion)}.`,
      effect:
        "An account with this address existed before, and it may not have been you who created it. So its password was removed, and every other device was signed out."
    },
    sessions_revoked: {
      subject: ({ instance }) => `You were signed out of ${instance} on every device`,
      event: ({ place, ...occasion }) =>
        `An administrator signed you out of ${place} on every device ${when(occasion)}.`,
      effect: "To continue, sign in again."
    },
    failed_sign_ins: {
      subject: ({ instance }) => `Too many failed sign-ins to your ${instance} account`,
      event: ({ place, time }) =>
        `As of ${time}, at least ${maxFailures} sign-ins in a row to your account at ${place} have failed.`,
      effect:
        "To protect your account, your password no longer works on new devices. Devices that you have signed in on before aren't affected."
    },
    deletion_scheduled: {
      subject: ({ instance }) => `Your ${instance} account will be deleted`,
      event: ({ place, ...occasion }) => `You asked us to delete your account at ${place} ${when(occasion)}.`,
      effect: othersSignedOut
    },
    deletion_cancelled: {
      subject: ({ instance }) => `Your ${instance} account will not be deleted`,
      event: ({ place, ...occasion }) => `The deletion of your account at ${place} was cancelled ${when(occasion)}.`,
      effect: "We keep your account."
    },
    email_restored: {
      subject: ({ instance }) => `Your ${instance} account has its former email address again`,
      event: ({ place, ...occasion }) =>
        `The former email address of your account at ${place} was restored ${when(occasion)}. The account no longer uses the address that this email went to.`,
      effect: "Both addresses have been restored before, so there's no link to change it back."
    },
    passkey_added: {
      subject: ({ instance }) => `A passkey was added to your ${instance} account`,
      event: ({ place, ...occasion }) => `A passkey was added to your account at ${place} ${when(occasion)}.`,
      effect: "You can sign in with it from now on. Your account page lists all your passkeys."
    },
    passkey_removed: {
      subject: ({ instance }) => `A passkey was removed from your ${instance} account`,
      event: ({ place, ...occasion }) => `A passkey was removed from your account at ${place} ${when(occasion)}.`,
      effect: "You can't sign in with it anymore."
    },
    second_factor_added: {
      subject: ({ instance }) => `Your ${instance} account has a second factor`,
      event: ({ place, ...occasion }) =>
        `An authenticator app was set up for your account at ${place} ${when(occasion)}.`,
      effect: "When you sign in, we ask for a code from this app. Keep your recovery codes in a safe place."
    },
    second_factor_removed: {
      subject: ({ instance }) => `The second factor of your ${instance} account was removed`,
      event: ({ place, ...occasion }) => `The second factor of your account at ${place} was removed ${when(occasion)}.`,
      effect: "When you sign in, we no longer ask for a code from your authenticator app."
    },
    recovery_codes_renewed: {
      subject: ({ instance }) => `Your ${instance} account has new recovery codes`,
      event: ({ place, ...occasion }) =>
        `New recovery codes were created for your account at ${place} ${when(occasion)}.`,
      effect: "The old ones no longer work."
    },
    recovery_codes_removed: {
      subject: ({ instance }) => `The recovery codes of your ${instance} account were removed`,
      event: ({ place, ...occasion }) =>
        `The recovery codes of your account at ${place} were removed ${when(occasion)}.`,
      effect: "They were created only recently, and no longer work. You can create new ones on your account page."
    },
    recovery_code_used: {
      subject: ({ instance }) => `A recovery code of your ${instance} account was used`,
      event: ({ place, ...occasion }) =>
        `Someone signed in to your account at ${place} with a recovery code ${when(occasion)}.`,
      effect: "This code no longer works. You can create new ones on your account page."
    },
    second_factor_reset: {
      subject: ({ instance }) => `The second factor of your ${instance} account was reset`,
      event: ({ place, ...occasion }) =>
        `An administrator removed the second factor of your account at ${place} ${when(occasion)}.`,
      effect: "You can set up a new one on your account page."
    },
    passkeys_reset: {
      subject: ({ instance }) => `The passkeys of your ${instance} account were removed`,
      event: ({ place, ...occasion }) =>
        `An administrator removed all passkeys of your account at ${place} ${when(occasion)}.`,
      effect: "Every device was signed out. You can sign in and add a new passkey on your account page."
    },
    factor_recovery_completed: {
      subject: ({ instance }) => `The passkeys and the second factor of your ${instance} account were removed`,
      event: ({ place, ...occasion }) =>
        `The passkeys and the authenticator app of your account at ${place} were removed with a link from an email ${when(occasion)}.`,
      effect: "Every device was signed out. Sign in and set up new ones."
    }
  },
  deletion: ({ time }) => `We delete it on ${time}. After that, you can't get it back.`,
  help: {
    setPassword: "Wasn't this you? Set a new password now:",
    contact: ({ instance, support }) =>
      support === undefined
        ? `Wasn't this you? Contact ${instance}.`
        : `Wasn't this you? Contact ${instance}: ${support}`,
    contactWithQuestions: ({ instance, support }) =>
      support === undefined ? `Any questions? Contact ${instance}.` : `Any questions? Contact ${instance}: ${support}`,
    signInWithLink: ({ button }) =>
      `Signing in on a new device? On the sign-in page, choose "${button}". After that, your password works everywhere again.`,
    setPasswordOnNewDevice: "Signing in on a new device? Set a new password:",
    keepAccount: ({ button }) =>
      `Changed your mind, or wasn't this you? Sign in, and choose "${button}". If it wasn't you, set a new password, too:`
  }
}
