/** Changes to existing orders: pairs, replacements, reductions, cancels. */
import { instrumentId, lots, orderId, ticks } from '@salar/protocol';
import type { Command, ModifyOrder, PlaceOrder, ReplaceOrder } from '@salar/protocol';
import {
  limitOrder,
  noTerms,
  randomOrder,
  randomQuantity,
  randomIntent,
  stopOrder,
} from './random-orders.ts';
import { accounts, instruments, traders, unknownInstrument } from './scene.ts';
import type { KnownOrder, Scene } from './scene.ts';

const everywhere = [instrumentId(0), ...instruments, unknownInstrument];

/** Builds the other half of a pair for an existing order. */
export function randomPair(scene: Scene): PlaceOrder {
  const known = scene.pickKnownOrder();
  if (known === undefined || (known.partnerId !== 0 && scene.dice.chance(0.8))) return randomOrder(scene);
  const make = known.command.orderType === 'limit' ? stopOrder : limitOrder;
  const half = make(scene, known.command);
  return { ...half, terms: { ...(half.terms ?? noTerms), ocoOrderId: known.orderId } };
}

export function randomReplacement(scene: Scene): ReplaceOrder {
  const { dice } = scene;
  const known = scene.pickKnownOrder();
  if (known === undefined) {
    return { type: 'ReplaceOrder', orderId: scene.anyOrderId(), replacement: randomOrder(scene) };
  }
  const { command } = known;
  const replacement = dice.chance(0.6)
    ? altered(scene, known)
    : randomOrder(scene, dice.chance(0.05) ? randomIntent(scene) : command);
  return {
    type: 'ReplaceOrder',
    orderId: known.orderId,
    replacement: {
      ...replacement,
      isQuote: dice.chance(0.03) ? !command.isQuote : command.isQuote,
      clientOrderId: clientOrderIdFor(scene, known, replacement),
    },
  };
}

/** Returns the id of the replaced order, of another order, or a new one. */
function clientOrderIdFor(scene: Scene, { command }: KnownOrder, replacement: PlaceOrder): number {
  if (scene.dice.chance(0.5)) return command.clientOrderId;
  const other = scene.dice.chance(0.3) ? scene.pickKnownOrder() : undefined;
  return other?.command.clientOrderId ?? replacement.clientOrderId;
}

/** Returns the same order with another quantity, and sometimes another price; sometimes it keeps its pair. */
function altered({ dice }: Scene, { command, partnerId }: KnownOrder): PlaceOrder {
  const quantity = lots(BigInt(dice.int(1, Number(command.quantity % 50n) + 2)));
  const ocoOrderId = partnerId !== 0 && dice.chance(0.7) ? partnerId : orderId(0);
  const hasTerms = command.terms !== null || ocoOrderId !== 0;
  const terms = hasTerms ? { ...(command.terms ?? noTerms), ocoOrderId } : null;
  if (command.orderType !== 'limit' || dice.chance(0.5)) return { ...command, quantity, terms };
  return { ...command, quantity, terms, price: ticks(command.price + dice.int(-4, 4)) };
}

export function randomModification(scene: Scene): ModifyOrder {
  const { dice } = scene;
  const known = scene.pickKnownOrder();
  const owner = known?.command.accountId ?? dice.pick(traders);
  return {
    type: 'ModifyOrder',
    accountId: dice.chance(0.03) ? dice.pick(accounts) : owner,
    orderId: known?.orderId ?? scene.anyOrderId(),
    quantity: lots(randomQuantity(scene)),
  };
}

export function randomCancel(scene: Scene): Command {
  const { dice } = scene;
  if (dice.chance(0.1)) {
    return {
      type: 'CancelAllOrders',
      accountId: dice.pick(accounts),
      instrumentId: dice.pick(everywhere),
    };
  }
  const known = scene.pickKnownOrder();
  const owner = known?.command.accountId ?? dice.pick(traders);
  return {
    type: 'CancelOrder',
    accountId: dice.chance(0.05) ? dice.pick(accounts) : owner,
    orderId: known?.orderId ?? scene.anyOrderId(),
  };
}
