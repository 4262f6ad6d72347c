import { lazyView } from '../lazy-view.tsx';

export type QrCodeProps = {
  /** The encoded text, identical to the one that is shown and copied. */
  readonly value: string;
  /** The label for screen readers: "QR code of your USDT address". */
  readonly title: string;
};

/** Pixels of the code itself, excluding the white quiet zone. */
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

/** Reserves the space of the code while the address is loading. */
export function QrSkeleton() {
  return <div aria-hidden="true" className="motion-skeleton size-60 rounded-lg bg-line" />;
}
