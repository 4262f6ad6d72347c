/** Decodes a QR code on the screen. */
import type { Locator } from '@playwright/test';
import jsQR from 'jsqr';
import { PNG } from 'pngjs';

export async function readQr(picture: Locator): Promise<string | undefined> {
  const png = PNG.sync.read(await picture.screenshot({ scale: 'device' }));
  return jsQR(new Uint8ClampedArray(png.data), png.width, png.height)?.data;
}
