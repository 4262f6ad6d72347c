import { QRCodeSVG } from 'qrcode.react';

export type QrCodeProps = {
  /** Exactly what is encoded: the same string that is shown and copied. */
  readonly value: string;
  /** Read by screen readers: "QR code of your USDT address". */
  readonly title: string;
};

/** Pixels of the code itself; the white quiet zone comes on top. */
export const qrSize = 208;

/** Black on white in both themes, because cameras expect it. */
export function QrCode({ value, title }: QrCodeProps) {
  return (
    <div className="rounded-lg bg-white p-4">
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
    </div>
  );
}

/** Keeps the place of the code while the address is on its way. */
export function QrSkeleton() {
  return <div aria-hidden="true" className="motion-skeleton size-60 rounded-lg bg-line" />;
}
