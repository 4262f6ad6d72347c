import { QRCodeSVG } from 'qrcode.react';
import { qrSize } from './qr-code.tsx';
import type { QrCodeProps } from './qr-code.tsx';

/** The code's squares. */
export function QrDrawing({ value, title }: QrCodeProps) {
  return (
    <QRCodeSVG
      value={value}
      size={qrSize}
      level="M"
      marginSize={0}
      title={title}
      role="img"
      bgColor="#ffffff"
      fgColor="#0b1419"
    />
  );
}
