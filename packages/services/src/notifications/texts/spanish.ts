/** The texts of our mails in Spanish. Second person, no exclamation marks, no jokes about money. */
import type { MailTexts } from '../mail-texts.ts';
import type { NoticeTexts } from '../notice-texts.ts';

export const mail: MailTexts = {
  support: 'Soporte',
  tagline: 'Nuestros libros reflejan tu dinero.',
  linkHint: 'Si el botón no funciona, abre esta dirección en tu navegador:',
  footer:
    'Salar te envía este correo por la actividad de tu cuenta. Nunca te pedimos la contraseña por correo.',
  freeze: {
    label: 'Congelar mi cuenta',
    body: '¿Alguien más está usando tu cuenta? Congélala: se cierran todas las sesiones, las claves de API y las llaves de acceso dejan de funcionar y se cancelan los retiros pendientes.',
  },
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
  depositHeld: {
    subject: 'No vuelvas a usar esta dirección de depósito',
    title: 'No vuelvas a usar esta dirección de depósito',
    body: 'Enviaste un depósito a una dirección anterior de tu cuenta que ya no es seguro usar. Tu depósito llegó, y lo acreditamos en cuanto lo movamos o dos personas de nuestro equipo lo revisen.',
    button: 'Abrir la página de depósitos',
    note: 'La página de depósitos muestra tu dirección actual: nunca enviamos una por correo. Reemplaza la dirección anterior donde la hayas guardado, por ejemplo en otra casa de cambio.',
    labels: { amount: 'Monto', network: 'Red', address: 'Dirección anterior', time: 'Llegó' },
  },
  accountLocked: {
    subject: 'Tu cuenta está bloqueada',
    title: 'Tu cuenta está bloqueada',
    body: 'Hubo demasiadas contraseñas incorrectas y bloqueamos el inicio de sesión desde dispositivos que no se habían usado antes. Tus dispositivos, sesiones y claves de API siguen funcionando, y tus saldos y órdenes siguen igual.',
    button: 'Desbloquear mi cuenta',
    note: 'El enlace funciona una vez, durante 24 horas. Una nueva contraseña también desbloquea la cuenta: elige una si no fuiste tú quien intentó iniciar sesión.',
  },
};

export const notices: NoticeTexts = {
  button: 'Revisar mi seguridad',
  note: '¿No fuiste tú? Elige una nueva contraseña de inmediato: eso cierra todas las sesiones abiertas. Después escribe a soporte.',
  labels: {
    object: 'Detalle',
    apiKey: 'Clave de API',
    time: 'Cuándo',
    ip: 'Desde la dirección',
    device: 'Dispositivo',
    credentials: {
      api_key_ended: 'Clave de API eliminada',
      api_key_kept: 'Clave de API que se conserva',
      passkey_ended: 'Llave de acceso quitada',
      passkey_kept: 'Llave de acceso que se conserva',
    },
  },
  notices: {
    new_device: {
      title: 'Inicio de sesión desde un dispositivo nuevo',
      body: 'Alguien inició sesión en tu cuenta desde un dispositivo que no habíamos visto antes.',
    },
    password_reset: {
      title: 'Tu contraseña cambió',
      body: 'Se estableció una nueva contraseña para tu cuenta. Se cerraron todas las sesiones, se eliminaron todas las claves de API y se quitaron las llaves de acceso agregadas en los últimos siete días. Las más antiguas se conservan: quita las que no sean tuyas.',
    },
    password_changed: {
      title: 'Cambiaste tu contraseña',
      body: 'Alguien que conocía la contraseña anterior la cambió en la aplicación. Se cerraron tus otras sesiones. Se eliminaron las claves de API que podían retirar, y también las claves de API y las llaves de acceso agregadas en los últimos siete días. Si fuiste tú, no tienes que hacer nada.',
    },
    user_unlocked: {
      title: 'Tu cuenta está desbloqueada',
      body: 'Se desbloqueó el inicio de sesión de tu cuenta.',
    },
    account_frozen: {
      title: 'Tu cuenta está congelada',
      body: 'Tu cuenta se congeló con el enlace de uno de nuestros correos. Se cerraron todas las sesiones, las claves de API y las llaves de acceso dejaron de funcionar y se cancelaron los retiros pendientes. Para volver a abrirla, elige una nueva contraseña o escribe a soporte.',
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
    level_lost: {
      title: 'Tu nivel de verificación bajó',
      body: 'Tu verificación ya no vale: venció un documento, se retiró la comprobación o lo decidió nuestro equipo. Los retiros por encima de tu nivel actual esperan, y tu dinero sigue en tu cuenta. Consulta en tu página de verificación qué puedes hacer, o escribe a soporte.',
    },
    account_linked: {
      title: 'Se vinculó una cuenta de la red de pruebas',
      body: 'Tu cuenta se vinculó con una cuenta de la red de pruebas.',
    },
  },
};
