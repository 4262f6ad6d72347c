/** Simulates `boot.js`, which requests the user's profile before the app's code has arrived. */
export function startFirstCall(what: Partial<NonNullable<Window['salarFirstAnswers']>[number]>): void {
  window.salarFirstAnswers = [
    {
      endpoint: 'getUserInfo',
      arg: { userId: 17 },
      path: '/AP/GetUserInfo',
      body: '{"UserId":17}',
      token: 'a-session-token',
      at: performance.now(),
      answer: new Promise(() => undefined),
      controller: new AbortController(),
      ...what,
    },
  ];
}
