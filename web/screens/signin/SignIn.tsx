// The page to sign in. Where several people work, it asks first who it is.
import { useSignal } from '@preact/signals';
import { isLookingAround, knownNames } from '../../desk/session.ts';
import { readSharedScreen, screenUsers } from '../../desk/shared-screen.ts';
import { messages } from '../../language.ts';
import { classesOf } from '../../parts/Button.tsx';
import { Avatar } from '../../parts/Mark.tsx';
import { BASE, goTo, place } from '../../router.ts';
import { BarePage } from '../../shell/BarePage.tsx';
import { PinForm } from '../../shell/PinForm.tsx';
import { SignInForm } from '../../shell/SignInForm.tsx';
import '../../styles/signin.css';

export function SignIn() {
  const { signin } = messages();
  const users = screenUsers.value ?? [];
  const names = [...new Set([...users.map(({ name }) => name), ...knownNames.value])];
  const chosen = useSignal(names[0] ?? '');
  const user = users.find(({ name }) => name === chosen.value);
  return (
    <BarePage
      {...(names.length > 1 && {
        aside: (
          <People
            names={names}
            chosen={chosen.value}
            onChoose={(name) => {
              chosen.value = name;
            }}
          />
        ),
      })}
    >
      <div class="signin">
        <h1 class="t20 b">{signin.title}</h1>
        {user ? (
          <PinForm key={chosen.value} user={user} onDone={finish} />
        ) : (
          <SignInForm key={chosen.value} name={chosen.value} onDone={finish} />
        )}
        <p class="help">{signin.lost}</p>
        <p>
          <button type="button" class="link" onClick={lookAround}>
            {signin.lookAround}
          </button>
        </p>
      </div>
    </BarePage>
  );
}

/** Goes on, and lists the person on a shared screen. */
function finish(): void {
  goOnWhere();
  readSharedScreen().catch(() => {});
}

/** Shows what the person had wanted to see: the address itself, unless it is that of this page. */
function goOnWhere(): void {
  if (place().path === '/desk/signin') goTo(BASE, { replace: true });
}

function lookAround(): void {
  isLookingAround.value = true;
  goTo(BASE);
}

type PeopleProps = { names: readonly string[]; chosen: string; onChoose: (name: string) => void };

function People({ names, chosen, onChoose }: PeopleProps) {
  const { signin } = messages();
  return (
    <>
      <h2 class="t16 b">{signin.whoIsIt}</h2>
      <p class="ink2">{screenUsers.value ? signin.onScreen : signin.signedInBefore}</p>
      <div class="signin-people">
        {[...names, ''].map((name) => (
          <button
            key={name}
            type="button"
            class={classesOf('signin-person', name === '' && 'other')}
            aria-pressed={name === chosen}
            onClick={() => onChoose(name)}
          >
            <span aria-hidden="true">
              <Avatar name={name === '' ? '?' : name} />
            </span>
            <span>{name === '' ? signin.someoneElse : name}</span>
          </button>
        ))}
      </div>
    </>
  );
}
