// What is wrong with a form and stands below none of its fields.

export function FormError({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <p class="help bad" role="alert">
      {text}
    </p>
  );
}
