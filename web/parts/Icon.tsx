// Icons: one sprite in the page, and references to it. Drawn on 16 × 16 with lines of 1.5.
import type { JSX } from 'preact';

const ICONS = {
  today: (
    <>
      <circle cx="8" cy="8" r="2.75" />
      <path d="M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.1 1.1M11.5 11.5l1.1 1.1M12.6 3.4l-1.1 1.1M4.5 11.5l-1.1 1.1" />
    </>
  ),
  calendar: (
    <>
      <rect x="2" y="3" width="12" height="11" rx="2" />
      <path d="M2 6.5h12M5.5 1.5V4M10.5 1.5V4" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.5" />
      <path d="m10.5 10.5 3.5 3.5" />
    </>
  ),
  filter: (
    <>
      <path d="M2 4h12M4.5 8h7M7 12h2" />
    </>
  ),
  down: (
    <>
      <path d="m4 6 4 4 4-4" />
    </>
  ),
  right: (
    <>
      <path d="m6 4 4 4-4 4" />
    </>
  ),
  left: (
    <>
      <path d="m10 4-4 4 4 4" />
    </>
  ),
  updown: (
    <>
      <path d="m5 6 3-3 3 3M5 10l3 3 3-3" />
    </>
  ),
  plus: (
    <>
      <path d="M8 3v10M3 8h10" />
    </>
  ),
  minus: (
    <>
      <path d="M3.5 8h9" />
    </>
  ),
  check: (
    <>
      <path d="m3 8.5 3.2 3.2L13 4.8" />
    </>
  ),
  x: (
    <>
      <path d="m4 4 8 8M12 4l-8 8" />
    </>
  ),
  in: (
    <>
      <path d="M9 2.5h3.5a1 1 0 0 1 1 1v9a1 1 0 0 1-1 1H9M2 8h7.5M6.5 4.8 9.7 8l-3.2 3.2" />
    </>
  ),
  out: (
    <>
      <path d="M7 2.5H3.5a1 1 0 0 0-1 1v9a1 1 0 0 0 1 1H7M6.5 8H14M10.8 4.8 14 8l-3.2 3.2" />
    </>
  ),
  bed: (
    <>
      <path d="M1.8 13V3.5M1.8 11h12.4V13M14.2 11V8.5a2 2 0 0 0-2-2H7V11" />
      <circle cx="4.4" cy="7.4" r="1.2" />
    </>
  ),
  warn: (
    <>
      <path d="M8 2.2 14.5 13.3h-13ZM8 6.5v3.2M8 11.5v.1" />
    </>
  ),
  clash: (
    <>
      <rect x="1.8" y="3" width="8.2" height="5" rx="1.2" />
      <path d="M6 11.8V12a1 1 0 0 0 1 1h6.2a1 1 0 0 0 1-1V9a1 1 0 0 0-1-1H13" />
      <path d="M6 10V8" />
    </>
  ),
  inbox: (
    <>
      <path d="M2.2 9.5 4 3.600h8l1.800 5.900v3.400H2.200z" />
      <path d="M2.200 9.500h3.600c.3 1.300 1.100 1.900 2.200 1.900s1.900-.600 2.200-1.900h3.600" />
    </>
  ),
  tag: (
    <>
      <path d="M2.500 7.800V2.500h5.300l5.900 5.900-5.300 5.300z" />
      <path d="M5.300 5.300h.01" />
    </>
  ),
  chart: <path d="M2.500 13.500h11M4.500 13.500V8.500M8 13.500v-11M11.500 13.500v-7.500" />,
  download: <path d="M8 2.500v7.500M4.800 7.200 8 10.300l3.200-3.100M2.800 13.300h10.400" />,
  msg: (
    <>
      <path d="M3.2 2.8h9.6A1.2 1.2 0 0 1 14 4v6a1.2 1.2 0 0 1-1.2 1.2H7.5L4.3 13.8v-2.6H3.2A1.2 1.2 0 0 1 2 10V4a1.2 1.2 0 0 1 1.2-1.2Z" />
    </>
  ),
  camera: (
    <>
      <path d="M2 5.5a1.5 1.5 0 0 1 1.5-1.5h1.7l1-1.5h3.6l1 1.5h1.7A1.5 1.5 0 0 1 14 5.5v6a1.5 1.5 0 0 1-1.5 1.5h-9A1.5 1.5 0 0 1 2 11.5z" />
      <circle cx="8" cy="8.25" r="2.5" />
    </>
  ),
  card: (
    <>
      <rect x="1.8" y="3.5" width="12.4" height="9" rx="1.5" />
      <path d="M1.8 6.5h12.4M4.5 10h2" />
    </>
  ),
  clock: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 4.5V8l2.3 1.5" />
    </>
  ),
  undo: (
    <>
      <path d="M5.5 2.5 2.5 5.5l3 3M2.8 5.5h6.2a4 4 0 0 1 0 8H5" />
    </>
  ),
  more: (
    <>
      <path d="M3.5 8h.01M8 8h.01M12.5 8h.01" stroke-width="2.2" />
    </>
  ),
  agent: (
    <>
      <path d="M8 1.8 9.4 6 13.8 8l-4.4 2L8 14.2 6.6 10 2.2 8l4.4-2Z" />
    </>
  ),
  moon: (
    <>
      <path d="M13.5 9.8A6 6 0 0 1 6.2 2.5a6 6 0 1 0 7.3 7.3Z" />
    </>
  ),
  offline: (
    <>
      <path d="M2 2l12 12M1.5 6.2A9.5 9.5 0 0 1 5 4M8 3.4a9.5 9.5 0 0 1 6.5 2.8M4 9a5.8 5.8 0 0 1 3.3-1.7M10.5 8.1c.6.2 1 .5 1.5.9M8 12.5h.01" />
    </>
  ),
  broom: (
    <>
      <path d="M9.5 6.5 13.5 1.8M6.8 5.2l4 3.3-1.3 2.2-4.5-3.7Z" />
      <path d="M5 7c-.8 2.2-1.7 3.6-3.2 5 2.4 1.7 4.7 2.2 6.7 2.2.7-1 1-2 1-3.5M5 13.2c.6-.6 1-1.2 1.2-1.9" />
    </>
  ),
  plug: (
    <>
      <path d="M5.5 1.8v3M10.5 1.8v3M3.5 4.8h9v2.7a4.5 4.5 0 0 1-9 0ZM8 12v2.5" />
    </>
  ),
  again: (
    <>
      <path d="M13.5 8A5.5 5.5 0 1 1 11.7 3.9M13.5 2v3h-3" />
    </>
  ),
  ask: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M6.2 6.3A1.9 1.9 0 0 1 8 4.9c1 0 1.8.7 1.8 1.6 0 1.3-1.8 1.4-1.8 2.6M8 11.2v.1" />
    </>
  ),
  ban: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="m3.8 3.8 8.4 8.4" />
    </>
  ),
  wrench: (
    <>
      <path d="M13.6 4.3 11.3 6.6 9.4 4.7l2.3-2.3a3.8 3.8 0 0 0-4.9 4.9L2.3 11.8a1.35 1.35 0 0 0 1.9 1.9l4.5-4.5a3.8 3.8 0 0 0 4.9-4.9Z" />
    </>
  ),
  history: (
    <>
      <path d="M2.5 8A5.5 5.5 0 1 0 4.3 3.9M2.5 2v3h3M8 5v3.2l2.2 1.3" />
    </>
  ),
  swap: (
    <>
      <path d="M2.5 5.5h11M10.5 2.5l3 3-3 3M13.5 10.5h-11M5.5 7.5l-3 3 3 3" />
    </>
  ),
  globe: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M2 8h12M8 2c2 2 2.5 4 2.5 6S10 12 8 14c-2-2-2.5-4-2.5-6S6 4 8 2Z" />
    </>
  ),
  print: (
    <>
      <path d="M4.5 5.5v-3h7v3M4.5 11h-1a1.5 1.5 0 0 1-1.5-1.5V7a1.5 1.5 0 0 1 1.5-1.5h9A1.5 1.5 0 0 1 14 7v2.5a1.5 1.5 0 0 1-1.5 1.5h-1M4.5 9.5h7v4h-7Z" />
    </>
  ),
  people: (
    <>
      <circle cx="6" cy="5" r="2.5" />
      <path d="M1.5 13.5c0-2.5 2-4.2 4.5-4.2s4.5 1.7 4.5 4.2M10.5 2.8a2.5 2.5 0 0 1 0 4.4M12 9.6c1.5.6 2.5 2 2.5 3.9" />
    </>
  ),
  user: (
    <>
      <circle cx="8" cy="5" r="2.75" />
      <path d="M2.8 14c0-2.8 2.3-4.5 5.2-4.5s5.2 1.7 5.2 4.5" />
    </>
  ),
  go: (
    <>
      <path d="M2.5 8h11M9.5 4l4 4-4 4" />
    </>
  ),
  house: (
    <>
      <path d="M2.2 7.5 8 2.5l5.8 5M3.8 6.5v7h8.4v-7" />
    </>
  ),
  note: (
    <>
      <path d="M3 2.5h10v7l-4 4H3ZM9 13.5v-4h4" />
    </>
  ),
  split: (
    <>
      <path d="M2 8h4M10 8h4M8 2.5v2M8 7v2M8 11.5v2" />
    </>
  ),
  key: (
    <>
      <circle cx="5" cy="11" r="3" />
      <path d="m7.2 8.8 6-6M11 5l1.8 1.8M9 7l1.3 1.3" />
    </>
  ),
  settings: (
    <>
      <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6" />
      <circle cx="10" cy="4.5" r="2" />
      <circle cx="6" cy="11.5" r="2" />
    </>
  ),
} satisfies Record<string, JSX.Element>;

export type IconName = keyof typeof ICONS;

/** All icons by name, for the page that shows them. */
export const ICON_NAMES = Object.keys(ICONS) as IconName[];

/**
 * An icon. Beside a text it has no name; standing alone it needs a `label`, unless what contains it has one.
 */
export function Icon({ name, small, label, class: more = '' }: IconProps) {
  const classes = `i${small ? ' i-s' : ''} ${more}`;
  const shape = <use href={`#i-${name}`} />;
  if (label)
    return (
      <svg class={classes} role="img" aria-label={label}>
        {shape}
      </svg>
    );
  return (
    <svg class={classes} aria-hidden="true">
      {shape}
    </svg>
  );
}

type IconProps = { name: IconName; small?: boolean; label?: string; class?: string };

/** The sprite that all icons of the page refer to. */
export function IconSprite() {
  return (
    <svg class="sprite" aria-hidden="true">
      {Object.entries(ICONS).map(([name, shape]) => (
        <symbol key={name} id={`i-${name}`} viewBox="0 0 16 16">
          {shape}
        </symbol>
      ))}
    </svg>
  );
}
