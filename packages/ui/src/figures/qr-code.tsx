import { lazyView } from '../lazy-view.tsx';

export type QrCodeProps = {
  /** Exactly what is encoded: the same string that is shown and copied. */
  readonly value: string;
  /** Read by screen readers: "QR code of your USDT address". */
  readonly title: string;
};

/** Pixels of the code itself; the white quiet zone comes on top. */
export const qrSize = 208;

const view = lazyView<QrCodeProps>(async () => (await import('./qr-drawing.tsx')).QrDrawing);

/** Black on white in both themes, because cameras expect it. */
export function QrCode(props: QrCodeProps) {
  const Drawing = view.use(true);
  if (!Drawing) return <QrSkeleton />;
  return (
    <div className="rounded-lg bg-white p-4">
      <Drawing {...props} />
    </div>
  );
}

/** Keeps the place of the code while the address is on its way. */
export function QrSkeleton() {
  return <div aria-hidden="true" className="motion-skeleton size-60 rounded-lg bg-line" />;
}
