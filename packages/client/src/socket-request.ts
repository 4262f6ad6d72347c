/** A request on the socket: it ends with its answer, an error, or the end of its time. */
import { NoAnswer } from './errors.ts';
import type { SalarError } from './errors.ts';
import type { WireValue } from './lossless-json.ts';
import { readAnswer } from './socket-frames.ts';
import type { Frame } from './socket-frames.ts';

export type SocketRequest = {
  readonly frame: Frame;
  readonly settle: (answer: Frame) => void;
  readonly fail: (error: SalarError) => void;
  isSent: boolean;
};

/**
 * Creates a request whose time begins now.
 *
 * @param begin  receives the request at once
 * @param end  called when it is settled
 */
export function awaitAnswer(
  frame: Frame,
  timeoutMs: number,
  begin: (request: SocketRequest) => void,
  end: () => void,
): Promise<WireValue> {
  return new Promise((resolve, reject) => {
    const over = (): void => {
      clearTimeout(timer);
      end();
    };
    const request: SocketRequest = {
      frame,
      isSent: false,
      settle: (reply) => {
        over();
        try {
          resolve(readAnswer(reply));
        } catch (error) {
          reject(error);
        }
      },
      fail: (error) => {
        over();
        reject(error);
      },
    };
    const timer = setTimeout(
      () =>
        request.fail(
          new NoAnswer(`${frame.n} was not answered in time`, { wasSent: request.isSent, isLate: true }),
        ),
      timeoutMs,
    );
    begin(request);
  });
}
