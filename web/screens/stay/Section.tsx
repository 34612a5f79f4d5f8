// A part of the drawer with its title.
import type { ComponentChildren } from 'preact';

type SectionProps = { title: string; about?: ComponentChildren; children: ComponentChildren };

/** `about`: at the end of the title's line. */
export function Section({ title, about, children }: SectionProps) {
  return (
    <section class="stay-section">
      <h3>
        {title}
        {about && <span class="end">{about}</span>}
      </h3>
      {children}
    </section>
  );
}
