// Every component in every state: the design's own test, and what a newcomer reads first.
import type { ComponentChildren } from 'preact';
import { messages } from '../../language.ts';
import { PageHead } from '../../shell/PageHead.tsx';
import { Both, Codes } from './Codes.tsx';
import { Colours, Controls, Fields } from './Controls.tsx';
import './parts.css';
import { Floating, Loading, LongTexts, Marks, Rows } from './States.tsx';

export function Parts() {
  return (
    <>
      <PageHead title={messages().screens.parts} />
      <main id="content" class="page parts">
        <Group title="Colours and icons" wide>
          <Colours />
        </Group>
        <Group title="Buttons, choices, tabs">
          <Controls />
        </Group>
        <Group title="Fields">
          <Fields />
        </Group>
        <Group title="States: icon and text, then colour">
          <Marks />
        </Group>
        <Group title="Floating: menu, drawer, message">
          <Floating />
        </Group>
        <Group title="Codes and secrets" wide>
          <Codes />
        </Group>
        <Group title="Changed by two people" wide>
          <Both />
        </Group>
        <Group title="Table" wide>
          <Rows />
        </Group>
        <Group title="Empty, loading, wrong, without network" wide>
          <Loading />
        </Group>
        <Group title="Long texts (German)" wide>
          <LongTexts />
        </Group>
      </main>
    </>
  );
}

function Group({ title, wide, children }: { title: string; wide?: boolean; children: ComponentChildren }) {
  return (
    <section class={wide ? 'group wide' : 'group'}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
