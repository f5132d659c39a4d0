import json
import pathlib
import unittest
from decimal import Decimal

from tributary import canonical, sign, to_json

VECTORS = pathlib.Path(__file__).parents[2] / "sdk/src/wire/test-data/signature-vectors.json"


class SignatureTest(unittest.TestCase):
    def test_the_vectors_of_the_project(self) -> None:
        vectors = json.loads(VECTORS.read_text("utf-8"))["vectors"]
        self.assertGreater(len(vectors), 5)
        for vector in vectors:
            with self.subTest(vector["name"]):
                event = json.loads(vector["event"], parse_float=Decimal)
                signature = sign(canonical(event), vector["secret"])
                self.assertEqual(signature == event["signature"].lower(), vector["valid"])

    def test_numbers_keep_their_digits(self) -> None:
        self.assertEqual(to_json([Decimal("49.90"), 49.9, 1e21, 12345678901234567890]), "[49.90,49.9,1e+21,12345678901234567890]")

    def test_what_json_cannot_represent_is_an_error(self) -> None:
        for value in (float("nan"), Decimal("Infinity"), object()):
            with self.assertRaises((TypeError, ValueError)):
                to_json({"value": value})


if __name__ == "__main__":
    unittest.main()
