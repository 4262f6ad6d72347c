/** Generates a client order id, so that an order sent twice is placed once. It fits a double exactly. */
export function createClientOrderId(): number {
  const [high = 0, low = 1] = crypto.getRandomValues(new Uint32Array(2));
  return (high % 2 ** 20) * 2 ** 32 + Math.max(low, 1);
}
