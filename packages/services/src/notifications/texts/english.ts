/** The texts of our mails in English. Second person, no exclamation marks, no jokes about money. */
import type { MailTexts } from '../mail-texts.ts';
import type { NoticeTexts } from '../notice-texts.ts';

export const mail: MailTexts = {
  support: 'Support',
  tagline: 'Our books mirror your money.',
  linkHint: 'If the button does not work, open this address in your browser:',
  footer:
    'Salar sends you this message because of activity in your account. We never ask for your password by e-mail.',
  freeze: {
    label: 'Freeze my account',
    body: 'Is somebody else using your account? Freeze it: all sessions end, API keys and passkeys stop working, and pending withdrawals are canceled.',
  },
  verifyEmail: {
    subject: 'Confirm your e-mail address',
    title: 'Confirm your e-mail address',
    body: 'Welcome to Salar. Confirm that this address is yours, and you can sign in.',
    button: 'Confirm my address',
    note: 'The link works once, for 24 hours. If you did not open an account at Salar, you can ignore this message.',
  },
  resetPassword: {
    subject: 'Choose a new password',
    title: 'Choose a new password',
    body: 'Somebody, hopefully you, requested a new password for your account. Your current password works until you choose another.',
    button: 'Choose a new password',
    note: 'The link works once, for 30 minutes. If it was not you, ignore this message: nothing has changed.',
  },
  confirmWithdrawal: {
    subject: 'Confirm your withdrawal',
    title: 'Confirm your withdrawal',
    body: 'Check every line, the destination most of all. Nothing leaves your account until you confirm.',
    button: 'Review and confirm',
    note: 'The link works for 30 minutes. Without your confirmation the withdrawal expires and the amount is yours again.',
    freeze:
      'This was not you? Do not confirm. Choose a new password now: that ends every open session. Then write to support.',
    labels: {
      amount: 'Amount',
      fee: 'Fee',
      net: 'Receiver gets',
      network: 'Network',
      destination: 'Destination',
      time: 'Requested',
    },
  },
  confirmDestination: {
    subject: 'Confirm your new destination',
    title: 'Confirm your new destination',
    body: 'A destination for withdrawals was saved in your account. Check every character, then confirm that it is yours.',
    button: 'Review and confirm',
    note: 'The link works for 24 hours. A destination that is not confirmed stays marked as unverified.',
    freeze:
      'This was not you? Do not confirm. Choose a new password now: that ends every open session. Then write to support.',
    labels: { product: 'Asset', network: 'Network', destination: 'Destination', time: 'Saved' },
  },
  withdrawalDelayed: {
    subject: 'Your withdrawal is held for now',
    title: 'Your withdrawal is held for now',
    body: 'You confirmed this withdrawal. Its destination is new, or your password was changed a short time ago, so we hold it back to give you time to look at it.',
    button: 'Look at my withdrawals',
    note: 'If it is yours, you do not need to do anything. If it is not, cancel it before that time: the amount is yours again at once. Then choose a new password.',
    labels: {
      amount: 'Amount',
      network: 'Network',
      destination: 'Destination',
      time: 'Requested',
      until: 'Goes on by itself',
    },
  },
  depositHeld: {
    subject: 'Do not use this deposit address again',
    title: 'Do not use this deposit address again',
    body: 'You sent a deposit to a former address of your account that is no longer safe to use. Your deposit arrived, and we credit it as soon as it has been moved or two of us have checked it.',
    button: 'Open the deposit page',
    note: 'The deposit page shows your present address: we never send one by mail. Replace the former address wherever you saved it, such as at another exchange.',
    labels: { amount: 'Amount', network: 'Network', address: 'Former address', time: 'Arrived' },
  },
  accountLocked: {
    subject: 'Your account is locked',
    title: 'Your account is locked',
    body: 'There were too many wrong passwords, so we locked sign-in from devices that did not sign in before. Your own devices, sessions and API keys go on working, and your balances and orders are as they were.',
    button: 'Unlock my account',
    note: 'The link works once, for 24 hours. A new password unlocks the account as well: choose one if it was not you who tried to sign in.',
  },
};

export const notices: NoticeTexts = {
  button: 'Review my security',
  note: 'This was not you? Choose a new password now: that ends every open session. Then write to support.',
  labels: {
    object: 'Detail',
    apiKey: 'API key',
    time: 'When',
    ip: 'From address',
    device: 'Device',
    credentials: {
      api_key_ended: 'Deleted API key',
      api_key_kept: 'API key that stays',
      passkey_ended: 'Removed passkey',
      passkey_kept: 'Passkey that stays',
    },
  },
  notices: {
    new_device: {
      title: 'Sign-in from a new device',
      body: 'Somebody signed in to your account from a device that we have not seen before.',
    },
    password_reset: {
      title: 'Your password was changed',
      body: 'A new password was set for your account. All sessions were ended, all API keys were deleted, and passkeys that were added in the last seven days were removed. Older passkeys stay: remove those that are not yours.',
    },
    password_changed: {
      title: 'You changed your password',
      body: 'Your password was changed in the app by somebody who knew the previous one. Your other sessions were ended. API keys that could withdraw were deleted, and so were API keys and passkeys added in the last seven days. If it was you, you do not need to do anything.',
    },
    user_unlocked: {
      title: 'Your account is unlocked',
      body: 'Sign-in to your account was unlocked.',
    },
    account_frozen: {
      title: 'Your account is frozen',
      body: 'Your account was frozen by the link in one of our mails. All sessions were ended, API keys and passkeys stopped working, and pending withdrawals were canceled. To open it again, choose a new password or write to support.',
    },
    second_factor_on: {
      title: 'Two-factor authentication is on',
      body: 'From now on signing in asks for a code from your authenticator app. Keep your recovery codes in a safe place.',
    },
    second_factor_off: {
      title: 'Two-factor authentication is off',
      body: 'Signing in asks for your password only from now on. Withdrawals may be held for a day.',
    },
    recovery_code_used: {
      title: 'A recovery code was used',
      body: 'One of your recovery codes was used in place of a code from your authenticator app. It does not work again.',
    },
    recovery_codes_made: {
      title: 'You have new recovery codes',
      body: 'New recovery codes were created for your account. The previous ones no longer work.',
    },
    second_factor_reset_planned: {
      title: 'Your second factor will be switched off',
      body: 'Somebody asked our support to switch off two-factor authentication because access to it was lost. It will be switched off 72 hours after this message. If it was not you, sign in and cancel it in Settings, Security.',
    },
    second_factor_reset: {
      title: 'Your second factor was switched off',
      body: 'Two-factor authentication was switched off by our support, as requested. Switch it on again with a new device.',
    },
    passkey_added: {
      title: 'A passkey was added',
      body: 'A new passkey can sign in to your account from now on.',
    },
    passkey_removed: {
      title: 'A passkey was removed',
      body: 'A passkey was removed from your account and can no longer sign in.',
    },
    api_key_added: {
      title: 'An API key was created',
      body: 'A new API key was created in your account. Programs that have it can act for you.',
    },
    api_key_changed: {
      title: 'An API key was changed',
      body: 'The permissions or the address list of one of your API keys were changed.',
    },
    api_key_removed: {
      title: 'An API key was deleted',
      body: 'One of your API keys was deleted. Programs that use it are refused.',
    },
    destination_removed: {
      title: 'A saved destination was deleted',
      body: 'A destination for withdrawals was deleted from your account.',
    },
    level_decided: {
      title: 'Your verification has an answer',
      body: 'We reviewed the documents you sent. See the result on your verification page.',
    },
    level_lost: {
      title: 'Your verification level is lower',
      body: 'Your verification no longer counts: a document expired, the check was withdrawn, or our team decided so. Withdrawals above your present level wait, and your money stays in your account. See your verification page for what you can do, or write to support.',
    },
    account_linked: {
      title: 'A testnet account was linked',
      body: 'Your account was linked with a testnet account.',
    },
  },
};
