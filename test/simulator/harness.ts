// The simulator for a test: on the day the sample messages were written for, closed when the test ends.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Simulator, type SimulatorOptions, startSimulator } from '../../simulator/simulator.ts';
import { type Node, readXml } from '../../simulator/xml.ts';

export const DAY = '2027-03-01';
export const NOON = Date.parse(`${DAY}T12:00:00Z`);

export async function simulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const started = await startSimulator({ now: () => NOON, seed: 7, ...options });
  onTestFinished(() => started.close());
  return started;
}

export function sample(path: string, replacing: Record<string, string> = {}): string {
  const text = readFileSync(join(import.meta.dirname, 'samples', path), 'utf8');
  return Object.entries(replacing).reduce((one, [from, to]) => one.replaceAll(from, to), text);
}

export type SimulatorResponse = { status: number; text: string; headers: Headers; json: any };

export async function ask(
  url: string,
  {
    method = 'POST',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<SimulatorResponse> {
  const response = await fetch(url, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: response.status, text, headers: response.headers, json };
}

/** The element of that name in an XML answer, wherever it is. */
export function find(text: string, name: string): Node | undefined {
  const look = (node: Node): Node | undefined =>
    node.name === name ? node : node.children.map(look).find((found) => found !== undefined);
  return look(readXml(text));
}

export function findAll(text: string, name: string): Node[] {
  const look = (node: Node): Node[] => [
    ...(node.name === name ? [node] : []),
    ...node.children.flatMap(look),
  ];
  return look(readXml(text));
}
