// Fields for the members of a schema: text, numbers, choices and switches. Secret ones are not shown while they are typed.
import { errorOf } from '../../desk/refused-fields.ts';
import type { DeskProblem } from '../../desk/server.ts';
import { messages } from '../../language.ts';
import { Field, Select } from '../../parts/Field.tsx';
import { type SchemaMember, typedOf } from './schema-values.ts';

type SchemaFieldsProps = {
  members: readonly SchemaMember[];
  typed: Readonly<Record<string, string>>;
  problem: DeskProblem | null;
  /** where the members stand in errors of the server: `settings` */
  under: string;
  isSecret?: boolean;
  onType: (name: string, value: string) => void;
};

export function SchemaFields({ members, typed, problem, under, isSecret, onType }: SchemaFieldsProps) {
  return members.map((member) => {
    const { name, kind, choices, description, fallback } = member;
    const shared = {
      label: labelOf(name),
      ...(description && { help: description }),
      ...errorOf(problem, `${under}.${name}`),
      value: typed[name] ?? (kind === 'choice' || kind === 'switch' ? typedOf(fallback) : ''),
    };
    const take = (event: { currentTarget: { value: string } }) => onType(name, event.currentTarget.value);
    if (kind === 'choice' || kind === 'switch') {
      const values = kind === 'switch' ? ['false', 'true'] : choices;
      return (
        <Select
          key={name}
          {...shared}
          options={values.map((value) => ({ value, label: choiceLabel(value, kind) }))}
          onChange={take}
        />
      );
    }
    const placeholder = fallback === undefined || fallback === null ? {} : { placeholder: String(fallback) };
    return (
      <Field key={name} {...shared} {...placeholder} type={isSecret ? 'password' : 'text'} onInput={take} />
    );
  });
}

function choiceLabel(value: string, kind: SchemaMember['kind']): string {
  const { yes, no } = messages().channels.form;
  if (kind === 'switch') return value === 'true' ? yes : no;
  return value.replaceAll('_', ' ');
}

/** Members are named in English by the protocols: their names are what the channels' own pages call them. */
function labelOf(name: string): string {
  const label = name.replaceAll('_', ' ');
  return label[0]!.toUpperCase() + label.slice(1);
}
