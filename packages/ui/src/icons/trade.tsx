/** Icons of the trade page only, so that other pages do not load them. */
import { Keyboard, Pencil } from 'lucide-react';
import { createIcon } from './create-icon.tsx';

export const KeyboardIcon = /* @__PURE__ */ createIcon(Keyboard);
export const EditIcon = /* @__PURE__ */ createIcon(Pencil);
