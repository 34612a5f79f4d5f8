// A tool: what an agent can do, declared once – words, schemas, hints, function – over the operations that REST serves.
import type { Static, TObject } from 'typebox';
import type { Executed } from '../execute.ts';
import type { Call, Operation, Untyped } from '../operation.ts';

/** What a tool knows of the call besides its input. */
export type AgentCall = Call & {
  /** signs cursors */
  signingKey: Buffer;
  /** the part after the @ of calendar entries */
  calendarDomain: string;
};

type Declared<Input extends TObject, Output extends TObject> = {
  /** snake_case, verb first */
  name: string;
  title: string;
  /** what it does, when to use it, when not: one to three sentences */
  description: string;
  /** flat; agents send it as one object */
  input: Input;
  /** its root is an object: clients of 2025 take no other */
  output: Output;
  /** the operation whose rights and refusals it has */
  operation: Operation;
  /** a booking the answer is about, to be linked as a resource */
  about?(answer: Static<Output>): number | string | null;
};

export type ReadTool<Input extends TObject = TObject, Output extends TObject = TObject> = Declared<
  Input,
  Output
> & {
  kind: 'read';
  run(call: AgentCall, input: Static<Input>): Promise<Static<Output>>;
};

export type WriteTool<Input extends TObject = TObject, Output extends TObject = TObject> = Declared<
  Input,
  Output
> & {
  kind: 'write';
  /** overwrites or ends something */
  destructive: boolean;
  /** repeating it with the same input changes nothing more */
  idempotent: boolean;
  /**
   * What a person is asked before it is done, in our own words and the agent's input: no guest's text is in it. Refuses
   * what could not be done anyway.
   */
  confirm(call: AgentCall, input: Static<Input>): Promise<string>;
  run(call: AgentCall, input: Static<Input>, idempotencyKey: string | null): Promise<Executed>;
};

export type Tool = ReadTool<Untyped, Untyped> | WriteTool<Untyped, Untyped>;

export function readTool<Input extends TObject, Output extends TObject>(
  tool: Omit<ReadTool<Input, Output>, 'kind'>,
): ReadTool<Input, Output> {
  return { kind: 'read', ...tool };
}

export function writeTool<Input extends TObject, Output extends TObject>(
  tool: Omit<WriteTool<Input, Output>, 'kind'>,
): WriteTool<Input, Output> {
  return { kind: 'write', ...tool };
}
