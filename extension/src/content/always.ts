// Comes before `content.js` on sites where the button is always pressed.
(globalThis as unknown as { dehuskAlways: boolean }).dehuskAlways = true;
