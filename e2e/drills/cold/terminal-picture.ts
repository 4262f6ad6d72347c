/** Takes a picture of a text as a terminal shows it. */
import { chromium } from '@playwright/test';
import { chromiumArgs } from '../../playwright.config.ts';

const style =
  'margin:0;display:inline-block;padding:20px 24px;background:#12161c;color:#e6edf3;font:15px/1.45 "DejaVu Sans Mono",monospace;white-space:pre';

export async function takeTerminalPicture(text: string, path: string): Promise<void> {
  const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: chromiumArgs });
  try {
    const page = await browser.newPage({ deviceScaleFactor: 2 });
    await page.setContent(`<body style="margin:0"><pre style='${style}'></pre></body>`);
    const terminal = page.locator('pre');
    await terminal.evaluate((element, content) => {
      element.textContent = content;
    }, text);
    await terminal.screenshot({ path });
  } finally {
    await browser.close();
  }
}
