// The rail: screens with icon and word. On a phone it is a bar at the bottom.
import { chooseLanguage, LANGUAGES, type Language, language, messages } from '../language.ts';
import { Icon } from '../parts/Icon.tsx';
import { Menu, type MenuItem } from '../parts/Menu.tsx';
import { SCREENS, type Screen } from '../screens.ts';
import { chooseTheme, theme } from '../theme.ts';

export function Rail({ current }: { current: Screen['id'] | null }) {
  const { screens, settings } = messages();
  return (
    <nav class="rail" aria-label={screens.label}>
      <a class="home" href="/desk" aria-label="innwire">
        <Logo />
      </a>
      {SCREENS.map(({ id, path, icon }) => (
        <a key={id} class="nav" href={path} {...(id === current && { 'aria-current': 'page' })}>
          <Icon name={icon} />
          <span>{screens[id]}</span>
        </a>
      ))}
      <div class="rail-end">
        <Menu
          class="nav"
          label={settings.label}
          button={
            <>
              <Icon name="globe" />
              <span>{settings.short}</span>
            </>
          }
          items={settingsItems()}
        />
      </div>
    </nav>
  );
}

function settingsItems(): MenuItem[] {
  const { settings } = messages();
  const languages = Object.entries(LANGUAGES).map(([id, { name }]) => ({
    label: name,
    checked: id === language.value,
    run: () => void chooseLanguage(id as Language),
  }));
  const themes = (['system', 'light', 'dark'] as const).map((id) => ({
    label: settings[id],
    checked: id === theme.value,
    run: () => chooseTheme(id),
  }));
  return [...languages, 'line', ...themes];
}

function Logo() {
  return (
    <svg class="logo" viewBox="0 0 22 22" aria-hidden="true">
      <path d="M3 4v14M3 11h9M12 6v12M12 8.5c1-2 6.500-2.200 6.500 2V18" />
    </svg>
  );
}
