import { Address, maskTail } from '@salar/ui';
import type { Ticket } from '../../../../api/records/ticket.ts';
import { useDestinationLabels } from '../../../../parts/destinations/use-destination-labels.ts';

/**
 * The destination of a withdrawal, shortened: its network or payment system, and the ends of its address or account
 * number.
 */
export function TicketReceiver({ ticket }: { readonly ticket: Ticket }) {
  const { way } = useDestinationLabels();
  const { form, network, destination } = ticket;
  const key = form['Number'] ?? form['PixKey'];
  return (
    <>
      <span>{way(form['TemplateType'] ?? '', network)}</span>
      {destination === null ? (
        key ? (
          <span className="num font-mono">{maskTail(key)}</span>
        ) : null
      ) : (
        <Address value={destination} form="short" />
      )}
    </>
  );
}
