/** The texts of our mails, in each language. Second person, no exclamation marks, no jokes about money. */
import type { Language } from './languages.ts';

export type MailTexts = {
  readonly tagline: string;
  readonly linkHint: string;
  readonly footer: string;
  /** Printed before the support address. */
  readonly support: string;
  readonly verifyEmail: {
    readonly subject: string;
    readonly title: string;
    readonly body: string;
    readonly button: string;
    readonly note: string;
  };
  readonly resetPassword: MailTexts['verifyEmail'];
  readonly confirmWithdrawal: MailTexts['verifyEmail'] & {
    readonly freeze: string;
    readonly labels: {
      readonly amount: string;
      readonly fee: string;
      readonly net: string;
      readonly network: string;
      readonly destination: string;
      readonly time: string;
    };
  };
  readonly confirmDestination: MailTexts['verifyEmail'] & {
    readonly freeze: string;
    readonly labels: {
      readonly product: string;
      readonly network: string;
      readonly destination: string;
      readonly time: string;
    };
  };
  readonly withdrawalDelayed: MailTexts['verifyEmail'] & {
    readonly labels: {
      readonly amount: string;
      readonly network: string;
      readonly destination: string;
      readonly time: string;
      readonly until: string;
    };
  };
  readonly accountLocked: MailTexts['verifyEmail'];
};

const english: MailTexts = {
  support: 'Support',
  tagline: 'Our books mirror your money.',
  linkHint: 'If the button does not work, open this address in your browser:',
  footer:
    'Salar sends you this message because of activity in your account. We never ask for your password by email.',
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
  accountLocked: {
    subject: 'Your account is locked',
    title: 'Your account is locked',
    body: 'There were too many wrong passwords, so we locked sign-in to your account. Your balances and orders are as they were.',
    button: 'Unlock my account',
    note: 'The link works once, for 24 hours. A new password unlocks the account as well: choose one if it was not you who tried to sign in.',
  },
};

const spanish: MailTexts = {
  support: 'Soporte',
  tagline: 'Nuestros libros reflejan tu dinero.',
  linkHint: 'Si el botón no funciona, abre esta dirección en tu navegador:',
  footer:
    'Salar te envía este correo por la actividad de tu cuenta. Nunca te pedimos la contraseña por correo.',
  verifyEmail: {
    subject: 'Confirma tu correo electrónico',
    title: 'Confirma tu correo electrónico',
    body: 'Te damos la bienvenida a Salar. Confirma que esta dirección es tuya y podrás iniciar sesión.',
    button: 'Confirmar mi correo',
    note: 'El enlace funciona una vez, durante 24 horas. Si no abriste una cuenta en Salar, puedes ignorar este correo.',
  },
  resetPassword: {
    subject: 'Elige una nueva contraseña',
    title: 'Elige una nueva contraseña',
    body: 'Alguien, esperamos que tú, pidió una nueva contraseña para tu cuenta. La contraseña actual funciona hasta que elijas otra.',
    button: 'Elegir una nueva contraseña',
    note: 'El enlace funciona una vez, durante 30 minutos. Si no fuiste tú, ignora este correo: nada ha cambiado.',
  },
  confirmWithdrawal: {
    subject: 'Confirma tu retiro',
    title: 'Confirma tu retiro',
    body: 'Revisa cada línea, sobre todo el destino. Nada sale de tu cuenta hasta que confirmes.',
    button: 'Revisar y confirmar',
    note: 'El enlace funciona durante 30 minutos. Si no lo confirmas, el retiro vence y el monto vuelve a estar disponible.',
    freeze:
      '¿No fuiste tú? No confirmes. Elige una nueva contraseña de inmediato: eso cierra todas las sesiones abiertas. Después escribe a soporte.',
    labels: {
      amount: 'Monto',
      fee: 'Comisión',
      net: 'El destinatario recibe',
      network: 'Red',
      destination: 'Destino',
      time: 'Solicitado',
    },
  },
  confirmDestination: {
    subject: 'Confirma tu nuevo destino',
    title: 'Confirma tu nuevo destino',
    body: 'Se guardó un destino de retiro en tu cuenta. Revisa cada carácter y confirma que es tuyo.',
    button: 'Revisar y confirmar',
    note: 'El enlace funciona durante 24 horas. Un destino sin confirmar queda marcado como no verificado.',
    freeze:
      '¿No fuiste tú? No confirmes. Elige una nueva contraseña de inmediato: eso cierra todas las sesiones abiertas. Después escribe a soporte.',
    labels: { product: 'Activo', network: 'Red', destination: 'Destino', time: 'Guardado' },
  },
  withdrawalDelayed: {
    subject: 'Tu retiro está en espera',
    title: 'Tu retiro está en espera',
    body: 'Confirmaste este retiro. Su destino es nuevo, o tu contraseña cambió hace poco, así que lo retenemos para que tengas tiempo de revisarlo.',
    button: 'Ver mis retiros',
    note: 'Si es tuyo, no tienes que hacer nada. Si no lo es, cancélalo antes de esa hora: el monto vuelve a estar disponible de inmediato. Después elige una nueva contraseña.',
    labels: {
      amount: 'Monto',
      network: 'Red',
      destination: 'Destino',
      time: 'Solicitado',
      until: 'Continúa solo',
    },
  },
  accountLocked: {
    subject: 'Tu cuenta está bloqueada',
    title: 'Tu cuenta está bloqueada',
    body: 'Hubo demasiadas contraseñas incorrectas y bloqueamos el inicio de sesión de tu cuenta. Tus saldos y órdenes siguen igual.',
    button: 'Desbloquear mi cuenta',
    note: 'El enlace funciona una vez, durante 24 horas. Una nueva contraseña también desbloquea la cuenta: elige una si no fuiste tú quien intentó iniciar sesión.',
  },
};

const portuguese: MailTexts = {
  support: 'Suporte',
  tagline: 'Nossos livros espelham seu dinheiro.',
  linkHint: 'Se o botão não funcionar, abra este endereço no navegador:',
  footer:
    'A Salar envia este e-mail por causa da atividade da sua conta. Nunca pedimos sua senha por e-mail.',
  verifyEmail: {
    subject: 'Confirme seu e-mail',
    title: 'Confirme seu e-mail',
    body: 'Boas-vindas à Salar. Confirme que este endereço é seu e você poderá entrar.',
    button: 'Confirmar meu e-mail',
    note: 'O link funciona uma vez, por 24 horas. Se você não abriu uma conta na Salar, pode ignorar este e-mail.',
  },
  resetPassword: {
    subject: 'Escolha uma nova senha',
    title: 'Escolha uma nova senha',
    body: 'Alguém, esperamos que você, pediu uma nova senha para sua conta. A senha atual funciona até você escolher outra.',
    button: 'Escolher uma nova senha',
    note: 'O link funciona uma vez, por 30 minutos. Se não foi você, ignore este e-mail: nada mudou.',
  },
  confirmWithdrawal: {
    subject: 'Confirme seu saque',
    title: 'Confirme seu saque',
    body: 'Confira cada linha, principalmente o destino. Nada sai da sua conta até você confirmar.',
    button: 'Revisar e confirmar',
    note: 'O link funciona por 30 minutos. Sem sua confirmação, o saque expira e o valor volta a ficar disponível.',
    freeze:
      'Não foi você? Não confirme. Escolha uma nova senha imediatamente: isso encerra todas as sessões abertas. Depois escreva para o suporte.',
    labels: {
      amount: 'Valor',
      fee: 'Taxa',
      net: 'O destinatário recebe',
      network: 'Rede',
      destination: 'Destino',
      time: 'Solicitado',
    },
  },
  confirmDestination: {
    subject: 'Confirme seu novo destino',
    title: 'Confirme seu novo destino',
    body: 'Um destino de saque foi salvo na sua conta. Confira cada caractere e confirme que ele é seu.',
    button: 'Revisar e confirmar',
    note: 'O link funciona por 24 horas. Um destino não confirmado continua marcado como não verificado.',
    freeze:
      'Não foi você? Não confirme. Escolha uma nova senha imediatamente: isso encerra todas as sessões abertas. Depois escreva para o suporte.',
    labels: { product: 'Ativo', network: 'Rede', destination: 'Destino', time: 'Salvo' },
  },
  withdrawalDelayed: {
    subject: 'Seu saque está em espera',
    title: 'Seu saque está em espera',
    body: 'Você confirmou este saque. O destino é novo, ou sua senha mudou há pouco, então o mantemos em espera para você ter tempo de conferir.',
    button: 'Ver meus saques',
    note: 'Se for seu, não é preciso fazer nada. Se não for, cancele antes desse horário: o valor volta a ficar disponível na hora. Depois escolha uma nova senha.',
    labels: {
      amount: 'Valor',
      network: 'Rede',
      destination: 'Destino',
      time: 'Solicitado',
      until: 'Continua sozinho',
    },
  },
  accountLocked: {
    subject: 'Sua conta está bloqueada',
    title: 'Sua conta está bloqueada',
    body: 'Houve muitas tentativas com senha incorreta e bloqueamos o acesso à sua conta. Seus saldos e ordens continuam como estavam.',
    button: 'Desbloquear minha conta',
    note: 'O link funciona uma vez, por 24 horas. Uma nova senha também desbloqueia a conta: escolha uma se não foi você que tentou entrar.',
  },
};

export const mailTexts: Readonly<Record<Language, MailTexts>> = { en: english, es: spanish, pt: portuguese };
