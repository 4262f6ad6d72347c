/** The texts of mails about actions in an account, in each language. */
import type { NoticeAction } from '../ports/notifier.ts';
import type { Language } from './languages.ts';

type NoticeText = { readonly title: string; readonly body: string };
export type NoticeTexts = {
  readonly button: string;
  readonly note: string;
  readonly labels: {
    readonly object: string;
    readonly apiKey: string;
    readonly time: string;
    readonly ip: string;
    readonly device: string;
  };
  readonly notices: Readonly<Record<NoticeAction, NoticeText>>;
};

const english: NoticeTexts = {
  button: 'Review my security',
  note: 'This was not you? Choose a new password now: that ends every open session. Then write to support.',
  labels: { object: 'Detail', apiKey: 'API key', time: 'When', ip: 'From address', device: 'Device' },
  notices: {
    new_device: {
      title: 'Sign-in from a new device',
      body: 'Somebody signed in to your account from a device that we have not seen before.',
    },
    password_reset: {
      title: 'Your password was changed',
      body: 'A new password was set for your account. All sessions were ended, and API keys that could withdraw were deleted.',
    },
    user_unlocked: {
      title: 'Your account is unlocked',
      body: 'Sign-in to your account was unlocked.',
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
    account_linked: {
      title: 'A testnet account was linked',
      body: 'Your account was linked with a testnet account.',
    },
  },
};

const spanish: NoticeTexts = {
  button: 'Revisar mi seguridad',
  note: '¿No fuiste tú? Elige una nueva contraseña de inmediato: eso cierra todas las sesiones abiertas. Después escribe a soporte.',
  labels: {
    object: 'Detalle',
    apiKey: 'Clave de API',
    time: 'Cuándo',
    ip: 'Desde la dirección',
    device: 'Dispositivo',
  },
  notices: {
    new_device: {
      title: 'Inicio de sesión desde un dispositivo nuevo',
      body: 'Alguien inició sesión en tu cuenta desde un dispositivo que no habíamos visto antes.',
    },
    password_reset: {
      title: 'Tu contraseña cambió',
      body: 'Se estableció una nueva contraseña para tu cuenta. Se cerraron todas las sesiones y se eliminaron las claves de API que podían retirar.',
    },
    user_unlocked: {
      title: 'Tu cuenta está desbloqueada',
      body: 'Se desbloqueó el inicio de sesión de tu cuenta.',
    },
    second_factor_on: {
      title: 'La autenticación de dos factores está activada',
      body: 'Desde ahora el inicio de sesión pide un código de tu aplicación de autenticación. Guarda tus códigos de recuperación en un lugar seguro.',
    },
    second_factor_off: {
      title: 'La autenticación de dos factores está desactivada',
      body: 'Desde ahora el inicio de sesión pide solo tu contraseña. Los retiros pueden quedar en espera un día.',
    },
    recovery_code_used: {
      title: 'Se usó un código de recuperación',
      body: 'Se usó uno de tus códigos de recuperación en lugar de un código de tu aplicación. No vuelve a funcionar.',
    },
    recovery_codes_made: {
      title: 'Tienes nuevos códigos de recuperación',
      body: 'Se crearon nuevos códigos de recuperación para tu cuenta. Los anteriores ya no funcionan.',
    },
    second_factor_reset_planned: {
      title: 'Tu segundo factor se desactivará',
      body: 'Alguien pidió a nuestro soporte desactivar la autenticación de dos factores porque se perdió el acceso a ella. Se desactivará 72 horas después de este correo. Si no fuiste tú, inicia sesión y cancélalo en Configuración, Seguridad.',
    },
    second_factor_reset: {
      title: 'Tu segundo factor se desactivó',
      body: 'La autenticación de dos factores se desactivó porque se lo pediste a nuestro soporte. Actívala otra vez con un dispositivo nuevo.',
    },
    passkey_added: {
      title: 'Se agregó una llave de acceso',
      body: 'Una nueva llave de acceso puede iniciar sesión en tu cuenta desde ahora.',
    },
    passkey_removed: {
      title: 'Se quitó una llave de acceso',
      body: 'Se quitó una llave de acceso de tu cuenta y ya no puede iniciar sesión.',
    },
    api_key_added: {
      title: 'Se creó una clave de API',
      body: 'Se creó una nueva clave de API en tu cuenta. Los programas que la tengan pueden actuar por ti.',
    },
    api_key_changed: {
      title: 'Cambió una clave de API',
      body: 'Cambiaron los permisos o la lista de direcciones de una de tus claves de API.',
    },
    api_key_removed: {
      title: 'Se eliminó una clave de API',
      body: 'Se eliminó una de tus claves de API. Los programas que la usan son rechazados.',
    },
    destination_removed: {
      title: 'Se eliminó un destino guardado',
      body: 'Se eliminó un destino de retiro de tu cuenta.',
    },
    level_decided: {
      title: 'Tu verificación tiene respuesta',
      body: 'Revisamos los documentos que enviaste. Consulta el resultado en tu página de verificación.',
    },
    account_linked: {
      title: 'Se vinculó una cuenta de la red de pruebas',
      body: 'Tu cuenta se vinculó con una cuenta de la red de pruebas.',
    },
  },
};

const portuguese: NoticeTexts = {
  button: 'Conferir minha segurança',
  note: 'Não foi você? Escolha uma nova senha imediatamente: isso encerra todas as sessões abertas. Depois escreva para o suporte.',
  labels: {
    object: 'Detalhe',
    apiKey: 'Chave de API',
    time: 'Quando',
    ip: 'Do endereço',
    device: 'Dispositivo',
  },
  notices: {
    new_device: {
      title: 'Login em um dispositivo novo',
      body: 'Alguém entrou na sua conta em um dispositivo que ainda não conhecíamos.',
    },
    password_reset: {
      title: 'Sua senha mudou',
      body: 'Uma nova senha foi definida para sua conta. Todas as sessões foram encerradas e as chaves de API que podiam sacar foram excluídas.',
    },
    user_unlocked: {
      title: 'Sua conta está desbloqueada',
      body: 'O acesso à sua conta foi desbloqueado.',
    },
    second_factor_on: {
      title: 'A autenticação em dois fatores está ativada',
      body: 'A partir de agora, o login pede um código do seu aplicativo autenticador. Guarde os códigos de recuperação em um lugar seguro.',
    },
    second_factor_off: {
      title: 'A autenticação em dois fatores está desativada',
      body: 'A partir de agora, o login pede apenas sua senha. Os saques podem ficar em espera por um dia.',
    },
    recovery_code_used: {
      title: 'Um código de recuperação foi usado',
      body: 'Um dos seus códigos de recuperação foi usado no lugar de um código do aplicativo. Ele não funciona de novo.',
    },
    recovery_codes_made: {
      title: 'Você tem novos códigos de recuperação',
      body: 'Novos códigos de recuperação foram criados para sua conta. Os anteriores não funcionam mais.',
    },
    second_factor_reset_planned: {
      title: 'Seu segundo fator será desativado',
      body: 'Alguém pediu ao nosso suporte para desativar a autenticação em dois fatores porque o acesso a ela foi perdido. Ela será desativada 72 horas após este e-mail. Se não foi você, entre e cancele em Configurações, Segurança.',
    },
    second_factor_reset: {
      title: 'Seu segundo fator foi desativado',
      body: 'A autenticação em dois fatores foi desativada a pedido, pelo nosso suporte. Ative-a de novo com um novo dispositivo.',
    },
    passkey_added: {
      title: 'Uma chave de acesso foi adicionada',
      body: 'Uma nova chave de acesso pode entrar na sua conta a partir de agora.',
    },
    passkey_removed: {
      title: 'Uma chave de acesso foi removida',
      body: 'Uma chave de acesso foi removida da sua conta e não pode mais entrar.',
    },
    api_key_added: {
      title: 'Uma chave de API foi criada',
      body: 'Uma nova chave de API foi criada na sua conta. Programas que a tiverem podem agir por você.',
    },
    api_key_changed: {
      title: 'Uma chave de API mudou',
      body: 'As permissões ou a lista de endereços de uma das suas chaves de API mudaram.',
    },
    api_key_removed: {
      title: 'Uma chave de API foi excluída',
      body: 'Uma das suas chaves de API foi excluída. Programas que a usam são recusados.',
    },
    destination_removed: {
      title: 'Um destino salvo foi excluído',
      body: 'Um destino de saque foi excluído da sua conta.',
    },
    level_decided: {
      title: 'Sua verificação tem resposta',
      body: 'Analisamos os documentos que você enviou. Veja o resultado na sua página de verificação.',
    },
    account_linked: {
      title: 'Uma conta da rede de testes foi vinculada',
      body: 'Sua conta foi vinculada a uma conta da rede de testes.',
    },
  },
};

export const noticeTexts: Readonly<Record<Language, NoticeTexts>> = {
  en: english,
  es: spanish,
  pt: portuguese,
};
