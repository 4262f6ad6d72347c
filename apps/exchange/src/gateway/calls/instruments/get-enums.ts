import { orderStates, shape } from '@salar/protocol/wire';
import { publicCall } from './chapter-calls.ts';

const { integer, list, object, text } = shape;

const descriptions: Readonly<Record<Exclude<keyof typeof orderStates, 'Unknown'>, string>> = {
  Working: 'Rests in the book or waits for its trigger',
  Rejected: 'Was not taken',
  Canceled: 'Ended before it was filled',
  Expired: 'Its time was over before it was filled',
  FullyExecuted: 'Filled',
};

export const getEnums = publicCall({
  name: 'GetEnums',
  input: {},
  output: list(
    object({
      Class: text,
      Property: text,
      Enums: list(object({ Name: text, Description: text, Number: integer })),
    }),
  ),
  rate: 'read',
  about: 'The states of an order, with their numbers.',
  example: {
    input: {},
    output: [
      {
        Class: 'Order',
        Property: 'OrderState',
        Enums: [{ Name: 'Working', Description: descriptions.Working, Number: 1 }],
      },
    ],
  },
  run() {
    const states = Object.keys(descriptions) as (keyof typeof descriptions)[];
    const Enums = states.map((Name) => ({
      Name,
      Description: descriptions[Name],
      Number: orderStates[Name],
    }));
    return Promise.resolve([{ Class: 'Order', Property: 'OrderState', Enums }]);
  },
});
