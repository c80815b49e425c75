export default function Handbook() {
  return <h1>Handbook</h1>
}
