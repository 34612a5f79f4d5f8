// A page without the rail: for somebody who is not signed in, or who has no house yet.
import type { ComponentChildren } from 'preact';
import { messages } from '../language.ts';
import { Icon } from '../parts/Icon.tsx';
import { Menu } from '../parts/Menu.tsx';
import { languageItems, themeItems } from './choices.ts';
import { Logo } from './Logo.tsx';

/** `aside` stands beside the page, and below it on a phone. */
export function BarePage({ children, aside }: { children: ComponentChildren; aside?: ComponentChildren }) {
  const { settings, signin } = messages();
  return (
    <div class="bare-page" {...(aside !== undefined && { 'data-aside': true })}>
      <header class="bare-head">
        <Logo />
        <span class="b t14 grow">innwire</span>
        <Menu
          class="btn quiet icon"
          label={settings.label}
          button={<Icon name="globe" />}
          items={[...languageItems(), 'line', ...themeItems()]}
        />
      </header>
      <main id="content" class="bare-main">
        {children}
      </main>
      <footer class="bare-foot ink3">{signin.innwire}</footer>
      {aside !== undefined && <aside class="bare-aside">{aside}</aside>}
    </div>
  );
}
