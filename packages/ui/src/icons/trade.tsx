/** Icons of the trading desk only, so that other pages do not carry them. */
import { Keyboard, Pencil } from 'lucide-react';
import { drawn } from './drawn.tsx';

export const KeyboardIcon = /* @__PURE__ */ drawn(Keyboard);
export const EditIcon = /* @__PURE__ */ drawn(Pencil);
