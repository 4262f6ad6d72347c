import { expect, test } from 'vitest';
import { readWidgetMessage } from './widget-message.ts';

test.each([
  [{ method: 'idCheck.onApplicantSubmitted' }, 'submitted'],
  [{ method: 'idCheck.onApplicantStatusChanged', reviewStatus: 'completed' }, 'reviewed'],
  [{ method: 'idCheck.onApplicantStatusChanged', reviewResult: { reviewAnswer: 'GREEN' } }, 'reviewed'],
  [{ method: 'idCheck.onApplicantStatusChanged', reviewResult: { reviewAnswer: 'RED' } }, 'sentBack'],
  [{ method: 'idCheck.onReady', frameId: 'id_1' }, 'ready'],
  [{ method: 'idCheck.onError', code: 'invalid-token' }, 'expired'],
  [{ method: 'idCheck.onError', code: 'network' }, 'failed'],
  [{ method: 'idCheck.onResize', height: 10 }, null],
  [{ something: 'else' }, null],
  ['text', null],
  [null, null],
])('%j reads as %s', (data, message) => {
  expect(readWidgetMessage(data)).toBe(message);
});
