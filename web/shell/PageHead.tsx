// The head of every screen: its title, what stands beside it, and its controls.
import type { ComponentChildren } from 'preact';

type PageHeadProps = { title: string; about?: ComponentChildren; children?: ComponentChildren };

/** `about` stands beside the title, `children` are the controls of the page. */
export function PageHead({ title, about, children }: PageHeadProps) {
  return (
    <header class="head">
      <h1>{title}</h1>
      {about && <span class="ink3 nowrap about">{about}</span>}
      {children && <div class="row controls">{children}</div>}
    </header>
  );
}
